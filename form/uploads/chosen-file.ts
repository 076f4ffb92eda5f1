import type { LocalizedText } from '#domain/messages/form'

export const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** A blob URL of a picture, to be given back with `URL.revokeObjectURL`; null for what is none. */
export const createPreview = (file: File): string | null =>
  file.type.startsWith('image/') ? URL.createObjectURL(file) : null

/** What to say of files that were chosen again; null when there are none. */
export function alreadyAttached(files: readonly File[]): LocalizedText | null {
  const [first] = files
  if (first === undefined) return null
  return ({ uploads }) =>
    files.length === 1 ? uploads.already(first.name) : uploads.someAlready(files.length)
}

/** Has the file been moved or changed since it was chosen, or its app taken it back? Then no byte of it can be read. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
