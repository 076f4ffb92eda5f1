import { columnContext } from '../../crypto/contexts.ts'
import { openText, sealBytes, SealError } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'
import { openFileKey, type KeyedDocument } from './document-key.ts'

type Row = { id: string; companyId: string }
type StoredName = { filename: Uint8Array | null; originalFilename: string }
export type NamedDocument = KeyedDocument & StoredName

/** Which columns of a document are read to open its file name. */
export const nameSelect = {
  id: true,
  companyId: true,
  wrappedKey: true,
  filename: true,
  originalFilename: true,
  formSession: { select: { id: true, wrappedKey: true } },
} as const

/** Shown for a name that does not open, so that one damaged row fails no list. */
const UNREADABLE = 'document'

/** The columns of a file name. @param fileKey the document's own key */
export const sealName = (fileKey: Uint8Array, row: Row, name: string) => ({
  filename: sealBytes(fileKey, name, toContext(row)),
  originalFilename: '',
})

/** The file name, which an earlier version stored in clear. @param fileKey the document's own key @throws SealError */
export const openName = (fileKey: Uint8Array, row: Row & StoredName): string =>
  row.filename === null ? row.originalFilename : openText(fileKey, row.filename, toContext(row))

/** The file name, or a substitute where it does not open. */
export function documentName({ keys, log }: Pick<Services, 'keys' | 'log'>, row: NamedDocument): string {
  if (row.filename === null) return row.originalFilename
  try {
    return openName(openFileKey(keys, row), row)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ err: error, document: row.id }, 'a file name does not open')
    return UNREADABLE
  }
}

const toContext = ({ id, companyId }: Row): string => columnContext('Document', 'filename', id, companyId)
