import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

// PDFs read back by poppler-utils, which had no part in writing them.

const run = promisify(execFile)

async function withFile<T>(pdf: Buffer, work: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-pdf-'))
  try {
    const file = path.join(folder, 'read.pdf')
    await writeFile(file, pdf)
    return await work(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The text of each page, in reading order. */
export const pageTexts = (pdf: Buffer): Promise<string[]> =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 32 * 1024 * 1024 })
    return stdout.split('\f').slice(0, -1)
  })

/** All text in one line, so that a test need not know where lines break. */
export const wholeText = async (pdf: Buffer): Promise<string> =>
  (await pageTexts(pdf)).join(' ').replace(/\s+/g, ' ')

/** The pictures, as PNG. */
export const images = (pdf: Buffer): Promise<Buffer[]> =>
  withFile(pdf, async (file, folder) => {
    await run('pdfimages', ['-png', file, path.join(folder, 'image')])
    const names = (await readdir(folder)).filter((name) => name.startsWith('image')).sort()
    return Promise.all(names.map((name) => readFile(path.join(folder, name))))
  })

/** `pdfinfo`'s lines: 'Title', 'Pages', 'Page size' and others. */
export const documentInfo = (pdf: Buffer): Promise<Map<string, string>> =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdfinfo', [file])
    return new Map(
      stdout.split('\n').map((line) => [line.slice(0, 16).replace(/:?\s*$/, ''), line.slice(17).trim()]),
    )
  })

/** Where each word stands: points from the left and top of its page. */
export const words = (
  pdf: Buffer,
): Promise<{ text: string; left: number; right: number; bottom: number }[]> =>
  withFile(pdf, async (file) => {
    const { stdout } = await run('pdftotext', ['-bbox', file, '-'], { maxBuffer: 32 * 1024 * 1024 })
    const found = stdout.matchAll(
      /<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
    )
    return [...found].map(([, left, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      right: Number(right),
      bottom: Number(bottom),
    }))
  })
