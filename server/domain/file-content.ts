import type { ForeignKind } from './file-problem.ts'
import { guessType } from './files.ts'
import type { LocalizedText } from './messages/form.ts'

export const HEAD_BYTES = 64

// file-type 21.3.4 would refuse a PDF after an empty line, as some banks' servers send it, and animated PNGs; and it adds
// 20 KB to the form.
const PDF = /^(\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/

export function contentType(head: Uint8Array): string | null {
  const text = latin1(head)
  if (PDF.test(text)) return 'application/pdf'
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  return text.startsWith('\u0089PNG\r\n\u001a\n') ? 'image/png' : null
}

export const isHeic = (head: Uint8Array): boolean => /^....ftyp(hei|hev|mif|msf)/s.test(latin1(head))

export function contentProblem(name: string, head: Uint8Array): LocalizedText | null {
  const type = isHeic(head) ? 'image/jpeg' : contentType(head)
  if (type !== null && type === guessType(name)) return null
  const kind = type === null ? foreignContent(latin1(head)) : null
  return ({ uploads }) => (kind === null ? uploads.contentMismatch : uploads.foreign[kind])
}

// Signatures of AV1 images, ZIP archives, OLE files and other pictures.
const FOREIGN: readonly [RegExp, ForeignKind][] = [
  [/^....ftypavi|^GIF8|^RIFF....WEBP|^BM|^II\*\0|^MM\0\*/s, 'picture'],
  [/^PK.{28}(\[Content_Types|_rels\/|docProps\/|word\/|xl\/|mimetypeapp)/s, 'document'],
  [/^\u00d0\u00cf.\u00e0|^\{\\rtf|^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|\?xml)/is, 'document'],
  [/^PK\W\W|^Rar!|^7z\u00bc\u00af/, 'archive'],
]

const foreignContent = (text: string): ForeignKind | null =>
  FOREIGN.find(([mark]) => mark.test(text))?.[1] ?? null

/** One character per byte, so that regular expressions can match bytes. */
const latin1 = (head: Uint8Array): string => String.fromCharCode(...head.subarray(0, HEAD_BYTES))
