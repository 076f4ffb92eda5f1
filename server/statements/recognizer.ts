import path from 'node:path'
import { createRequire } from 'node:module'
import type { Worker } from 'tesseract.js'
import { RECOGNITION_LIMITS } from '#domain/limits'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { loadSharp } from '../platform/files/open-picture.ts'
import type { PagePicture } from './reader/pdf/straighten.ts'
import type { Line } from './reader/text/lines.ts'
import { LimitError } from './reader-turns.ts'
import { mendSlashes, toRecognizedLines, type RecognizedWord } from './reader/text/recognized.ts'
import { addSecondLook, stripsToCheck, type Strip } from './reader/text/second-look.ts'

const FIGURES = '0123456789.,+-$()/'
const SINGLE_BLOCK = '6'
/** Digits of the second look are this much larger, and have white around them. */
const ENLARGED = 1.5
const BORDER = 12

/** Recognizes text in one lane: one page at a time, in a thread that ends when it is idle, takes too long or grows. */
export function createRecognizer() {
  const inTurn = limitConcurrency(1)
  let opening: Promise<Worker> | null = null
  let idle: NodeJS.Timeout | undefined

  async function open(): Promise<Worker> {
    const { createWorker, OEM } = await import('tesseract.js')
    const data = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
    const worker = await createWorker('eng', OEM.LSTM_ONLY, {
      langPath: `${data}/4.0.0_best_int`,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: () => {},
    })
    await worker.setParameters({ preserve_interword_spaces: '1', user_defined_dpi: '200' })
    return worker
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const ended = opening
    opening = null
    await (await ended?.catch(() => null))?.terminate()
  }

  async function find(picture: PagePicture, figuresOnly: boolean): Promise<RecognizedWord[]> {
    const worker = await (opening ??= open())
    const mode = { tessedit_char_whitelist: figuresOnly ? FIGURES : '', tessedit_pageseg_mode: SINGLE_BLOCK }
    await worker.setParameters(mode as Parameters<Worker['setParameters']>[0])
    const { data } = await worker.recognize(toPgm(picture), {}, { text: false, blocks: true })
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((each) => each.lines))
    return lines.flatMap(({ words, baseline }) =>
      words.map(({ text, confidence, bbox }) => ({ text, confidence, box: bbox, baseline })),
    )
  }

  async function readPage(picture: PagePicture, page: number): Promise<Line[]> {
    const scale = picture.pageWidth / picture.width
    let lines = toRecognizedLines(page, await find(picture, false), { width: picture.width, scale })
    for (const strip of stripsToCheck(lines)) {
      const part = await cut(picture, strip)
      const words = toRecognizedLines(page, await find(part.picture, strip.isFigures), {
        width: Infinity,
        scale: scale / ENLARGED,
      })
      const moved = words.flatMap(({ words: own }) => own.map((word) => part.move(word)))
      lines = addSecondLook(lines, strip, moved)
    }
    return mendSlashes(lines)
  }

  return {
    /** @throws LimitError if the page takes too long or too much memory */
    readPage: (picture: PagePicture, page: number): Promise<Line[]> =>
      inTurn(async () => {
        clearTimeout(idle)
        const end = watch()
        try {
          return await Promise.race([readPage(picture, page), end.tooMuch])
        } catch (error) {
          await close()
          throw error
        } finally {
          end.stop()
          idle = setTimeout(() => void close(), RECOGNITION_LIMITS.idleMs).unref()
        }
      }),
    close,
  }
}

function watch(): { tooMuch: Promise<never>; stop: () => void } {
  const before = process.memoryUsage.rss()
  let stop = () => {}
  const tooMuch = new Promise<never>((_, reject) => {
    const late = setTimeout(
      () => reject(new LimitError('recognition took too long')),
      RECOGNITION_LIMITS.pageMs,
    )
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() - before > RECOGNITION_LIMITS.growthMegabytes * 1024 * 1024)
        reject(new LimitError('recognition took too much memory'))
    }, 100)
    stop = () => {
      clearTimeout(late)
      clearInterval(memory)
    }
  })
  tooMuch.catch(() => {})
  return { tooMuch, stop: () => stop() }
}

/** The plainest picture format that Tesseract takes. */
const toPgm = ({ width, height, grey }: Omit<PagePicture, 'pageWidth'>): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey])

async function cut(picture: PagePicture, strip: Strip) {
  const sharp = await loadSharp()
  const scale = picture.width / picture.pageWidth
  const left = Math.max(0, Math.floor(strip.x0 * scale))
  const top = Math.max(0, Math.floor(strip.y0 * scale))
  const width = Math.min(picture.width, Math.ceil(strip.x1 * scale)) - left
  const height = Math.min(picture.height, Math.ceil(strip.y1 * scale)) - top
  const { data, info } = await sharp(picture.grey, {
    raw: { width: picture.width, height: picture.height, channels: 1 },
  })
    .extract({ left, top, width, height })
    .extend({ left: BORDER, right: BORDER, top: BORDER, bottom: BORDER, background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const enlarged = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .resize({ width: Math.round(info.width * ENLARGED), kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [dx, dy] = [(left - BORDER) / scale, (top - BORDER) / scale]
  return {
    picture: { width: enlarged.info.width, height: enlarged.info.height, grey: enlarged.data, pageWidth: 0 },
    /** From the part to the page. */
    move: <T extends { x0: number; x1: number; y: number }>(word: T): T => ({
      ...word,
      x0: word.x0 + dx,
      x1: word.x1 + dx,
      y: word.y + dy,
    }),
  }
}
