import { contentProblem, HEAD_BYTES } from '#domain/file-content'
import { guessType } from '#domain/files'
import type { LocalizedText } from '#domain/messages/form'
import { isProtectedPdf } from './protected-pdf.ts'

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
