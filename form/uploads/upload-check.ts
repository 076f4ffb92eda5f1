import { contentProblem, HEAD_BYTES } from '#domain/file-content'
import { guessType } from '#domain/files'
import type { LocalizedText } from '#domain/messages/form'

type CheckedFile = { problem: LocalizedText | null; hint: LocalizedText | null }

export async function checkFile(file: File): Promise<CheckedFile> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const problem = contentProblem(file.name, head)
    const guarded =
      problem === null && guessType(file.name) === 'application/pdf' && (await isProtectedPdf(file))
    return { problem, hint: guarded ? ({ uploads }) => uploads.protectedPdf : null }
  } catch {
    // The file was moved, or the app that shared it revoked access.
    return { problem: ({ uploads }) => uploads.unreadable, hint: null }
  }
}

const PDF_HEAD_BYTES = 4 * 1024
const TAIL_BYTES = 16 * 1024
const TABLE_BYTES = 4 * 1024

/**
 * An encrypted PDF's trailer names its encryption dictionary in clear text (ISO 32000-1, 7.5.5): at the end,
 * in the stream at `startxref` or, in a linearized file, at the beginning.
 */
export async function isProtectedPdf(file: Blob): Promise<boolean> {
  const tail = await readText(file, Math.max(0, file.size - TAIL_BYTES), file.size)
  if (saysEncrypted(tail)) return true
  const table = Number(/startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail)?.[1] ?? Number.NaN)
  const parts = [0, ...(table < file.size ? [table] : [])]
  const texts = await Promise.all(
    parts.map((start) => readText(file, start, start + (start ? TABLE_BYTES : PDF_HEAD_BYTES))),
  )
  return texts.some(saysEncrypted)
}

/** A reference to the encryption dictionary or the dictionary itself; not `/EncryptMetadata`. */
const saysEncrypted = (text: string): boolean => /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text)

/** One character per byte, so that binary data can't fail to decode. */
const readText = async (file: Blob, start: number, end: number): Promise<string> =>
  new TextDecoder('latin1').decode(await file.slice(start, end).arrayBuffer())
