import { LIMITS } from './limits.ts'
import type { Say } from './messages/form.ts'

/** What may be attached (spec section 5): extension → media type. */
const ACCEPTED_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** For an `accept` attribute: '.pdf,.jpg,.jpeg,.png'. */
export const ACCEPT_ATTRIBUTE = Object.keys(ACCEPTED_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')

/** The only document type the public form sends (spec section 7). */
export const STATEMENT_TYPE = 'bankStatements'

/** The media type a file name's extension stands for; null when the extension is not accepted. */
export function typeOfName(name: string): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(ACCEPTED_TYPES, extension) ? (ACCEPTED_TYPES[extension] ?? null) : null
}

/** Why a chosen file cannot be taken; null when it can. `maxBytes` is the server's limit. */
export function fileProblem(
  file: { name: string; size: number },
  maxBytes: number = LIMITS.fileBytes,
): Say | null {
  if (typeOfName(file.name) === null) return ({ uploads }) => uploads.wrongType
  if (file.size === 0) return ({ uploads }) => uploads.empty
  if (file.size > maxBytes) return ({ uploads }) => uploads.tooLarge(formatSize(maxBytes))
  return null
}

/** Why this many files cannot be added; null when they can. */
export const tooManyFiles = (selected: number, present: number): Say | null =>
  selected + present > LIMITS.maxFiles
    ? ({ uploads }) => uploads.tooMany(LIMITS.maxFiles, selected, present)
    : null

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** 1536 → '1.5 KB'; base 1024, at most two decimals (spec sections 5 and 9). */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  return `${parseFloat((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}
