import path from 'node:path'
import { createRequire } from 'node:module'
import {
  getDocument,
  ImageKind,
  OPS,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withBounds } from './bounded-streams.ts'

export { ImageKind, OPS }

/** A page of 600 dpi has 34 million pixels; larger pictures are not decoded. */
const MAX_PIXELS = 36_000_000

const files = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** @throws Error named PasswordException for a locked file, others for a damaged one */
export async function withPdf<T>(bytes: Uint8Array, read: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({
    // pdf.js takes its input away.
    data: bytes.slice(),
    cMapUrl: `${files}/cmaps/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    maxImageSize: MAX_PIXELS,
    useSystemFonts: false,
    isEvalSupported: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return await withBounds(task.promise.then(read))
  } finally {
    // Not awaited, as it waits for streams that have stopped.
    void task.destroy()
  }
}
