import { getOwn } from './get-own.ts'
/** What may be attached (spec section 5): extension → media type. */
const ACCEPTED_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** The pictures among them, for an `accept` attribute. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png'

/**
 * For an `accept` attribute. Safari hands over a HEIC photo as the first picture type that stands here, and knows them
 * by media type only; some systems' pickers know extensions only.
 */
export const ACCEPT_ATTRIBUTE = `${ACCEPTED_PICTURES},application/pdf,${Object.keys(ACCEPTED_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')}`

/** The only document type the public form sends (spec section 7). */
export const STATEMENT_TYPE = 'bankStatements'

/** 'May.PDF' → 'pdf'. */
export const readExtension = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type a file name's extension stands for; null when the extension is not accepted. */
export function guessType(name: string): string | null {
  return getOwn(ACCEPTED_TYPES, readExtension(name)) ?? null
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** 1536 → '1.5 KB'; base 1024, at most two decimals (spec sections 5 and 9). */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  return `${parseFloat((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}
