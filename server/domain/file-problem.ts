import { readExtension, formatSize, guessType } from './files.ts'
import { LIMITS } from './limits.ts'
import type { LocalizedText } from './messages/form.ts'

const FOREIGN_EXTENSIONS = {
  document:
    'doc docx docm odt rtf pages xls xlsx xlsm xlsb ods csv tsv numbers ppt pptx txt htm html mht eml msg',
  archive: 'zip rar 7z gz',
  picture: 'gif webp bmp tif tiff avif jfif svg dng',
} as const

export type ForeignKind = keyof typeof FOREIGN_EXTENSIONS

export function fileProblem(
  file: { name: string; size: number },
  maxBytes: number = LIMITS.fileBytes,
): LocalizedText | null {
  if (guessType(file.name) === null) {
    const kind = foreignKindOfName(file.name)
    return ({ uploads }) => (kind === null ? uploads.wrongType : uploads.foreign[kind])
  }
  if (file.size === 0) return ({ uploads }) => uploads.empty
  if (file.size > maxBytes) return ({ uploads }) => uploads.tooLarge(formatSize(maxBytes))
  return null
}

function foreignKindOfName(name: string): ForeignKind | null {
  const extension = readExtension(name)
  const kinds: ForeignKind[] = ['document', 'archive', 'picture']
  return kinds.find((kind) => FOREIGN_EXTENSIONS[kind].split(' ').includes(extension)) ?? null
}

export const tooManyFiles = (selected: number, present: number): LocalizedText | null =>
  selected + present > LIMITS.maxFiles
    ? ({ uploads }) => uploads.tooMany(LIMITS.maxFiles, selected, present)
    : null
