import { getOwn } from './get-own.ts'
const ACCEPTED_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** Photos of phones (HEIF, ISO/IEC 23008-12), which the server stores as JPEG. No picker offers them. */
const STORED_AS_JPEG = ['heic', 'heif', 'hif']

export const ACCEPTED_PICTURES = 'image/jpeg,image/png'

/** Safari converts a HEIC photo to the first picture type listed; some pickers know extensions only. */
export const ACCEPT_ATTRIBUTE = `${ACCEPTED_PICTURES},application/pdf,${Object.keys(ACCEPTED_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')}`

export const STATEMENT_TYPE = 'bankStatements'

export const readExtension = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** As it is stored. */
export function guessType(name: string): string | null {
  const extension = readExtension(name)
  if (STORED_AS_JPEG.includes(extension)) return 'image/jpeg'
  return getOwn(ACCEPTED_TYPES, extension) ?? null
}

export const nameAsStored = (name: string): string =>
  STORED_AS_JPEG.includes(readExtension(name)) ? name.replace(/[^.]+$/, 'jpg') : name

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  return `${parseFloat((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}
