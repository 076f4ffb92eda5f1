import { columnContext } from '../platform/crypto/contexts.ts'
import { openText, sealBytes, SealError } from '../platform/crypto/seal.ts'
import type { Services } from '../services.ts'
import { openFileKey, type KeyedDocument } from './document-key.ts'

type Row = { id: string; companyId: string }
type StoredName = { filename: Uint8Array | null; originalFilename: string }
export type NamedDocument = KeyedDocument & StoredName

export const nameSelect = {
  id: true,
  companyId: true,
  wrappedKey: true,
  filename: true,
  originalFilename: true,
  formSession: { select: { id: true, wrappedKey: true } },
} as const

/** Shown for a name that can't be decrypted, so that one damaged row fails no list. */
const UNREADABLE = 'document'

export const sealName = (fileKey: Uint8Array, row: Row, name: string) => ({
  filename: sealBytes(fileKey, name, toContext(row)),
  originalFilename: '',
})

/** An earlier version stored it in clear. */
const openName = (fileKey: Uint8Array, row: Row & StoredName): string =>
  row.filename === null ? row.originalFilename : openText(fileKey, row.filename, toContext(row))

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
