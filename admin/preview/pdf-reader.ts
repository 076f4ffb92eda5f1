import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  RenderingCancelledException,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { isRecord } from '#domain/json'
import { SHOWN_PIXELS } from './count-pixels.ts'
import { LETTER } from './near.tsx'

export type PdfReader = {
  pages: number
  /** width / height of the first page */
  ratio: string
  /**
   * Draws a page (from 1) `width` CSS pixels wide, as sharp as the screen is.
   *
   * @throws Error when the page is damaged; never because of `signal`
   */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>
  /** In points. */
  heightOf(page: number): Promise<number>
  /** The page's text for screen readers; '' for a scan. @throws Error when the page is damaged */
  textOf(page: number): Promise<string>
  /** Ends the worker. */
  close(): void
}

export type PdfFaultReason = 'locked' | 'wrong-password' | 'broken'

export class PdfFault extends Error {
  readonly reason: PdfFaultReason

  constructor(reason: PdfFaultReason, cause: unknown) {
    super(reason, { cause })
    this.name = 'PdfFault'
    this.reason = reason
  }
}

/** Phones fail on larger canvases. */
const MAX_PIXELS = 16_000_000
const MAX_SIDE = 8192

// Served by our origin, see vite.config.ts.
const FILES = `/assets/pdfjs-${version}`
GlobalWorkerOptions.workerSrc = workerUrl

/** @throws PdfFault */
export async function openPdf(file: Blob, password?: string): Promise<PdfReader> {
  const opening = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    password,
    cMapUrl: `${FILES}/cmaps/`,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    wasmUrl: `${FILES}/wasm/`,
    // The worker reads strangers' files, so its security policy allows no requests.
    useWorkerFetch: false,
    useSystemFonts: false,
    isEvalSupported: false,
    maxImageSize: SHOWN_PIXELS,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return await createReader(await opening.promise, () => void opening.destroy())
  } catch (error) {
    void opening.destroy()
    throw new PdfFault(toReason(error), error)
  }
}

const createReader = async (pdf: PDFDocumentProxy, close: () => void): Promise<PdfReader> => ({
  pages: pdf.numPages,
  // A damaged page says so in its own place.
  ratio: await pdf.getPage(1).then(toRatio, () => LETTER),
  close,
  draw: (page, canvas, width, signal) => draw(pdf, { page, canvas, width, signal }),
  heightOf: async (page) => (await pdf.getPage(page)).getViewport({ scale: 1 }).height,
  textOf: async (page) => {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
  },
})

function toRatio(sheet: PDFPageProxy): string {
  const { width, height } = sheet.getViewport({ scale: 1 })
  return `${width} / ${height}`
}

type Drawing = { page: number; canvas: HTMLCanvasElement; width: number; signal: AbortSignal }

async function draw(pdf: PDFDocumentProxy, { page, canvas, width, signal }: Drawing): Promise<void> {
  const sheet = await pdf.getPage(page)
  if (signal.aborted) return
  const natural = sheet.getViewport({ scale: 1 })
  const scale = Math.min(
    (width / natural.width) * window.devicePixelRatio,
    Math.sqrt(MAX_PIXELS / (natural.width * natural.height)),
    MAX_SIDE / Math.max(natural.width, natural.height),
  )
  const viewport = sheet.getViewport({ scale })
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  const task = sheet.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await task.promise
  } catch (error) {
    if (!(error instanceof RenderingCancelledException)) throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    // Several pages are drawn, each of which may hold large pictures.
    sheet.cleanup()
  }
}

function toReason(error: unknown) {
  if (!(error instanceof Error) || error.name !== 'PasswordException') return 'broken'
  const isWrong = isRecord(error) && error.code === PasswordResponses.INCORRECT_PASSWORD
  return isWrong ? 'wrong-password' : 'locked'
}
