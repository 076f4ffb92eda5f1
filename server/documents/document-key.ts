import {
  columnContext,
  documentKeyContext,
  fileContext,
  formSessionKeyContext,
} from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openBytes, sealBytes } from '../platform/crypto/seal.ts'
import type { StoredFileKey } from '../platform/files/stored-file.ts'

/** Every file has its own key, sealed by its form session's data key or, without a session, by the main key. */
type Row = { id: string; companyId: string }

const underSession = ({ id, companyId }: Row): string =>
  columnContext('Document', 'wrappedKey', id, companyId)

export const sealForSession = (sessionKey: Uint8Array, row: Row, fileKey: Uint8Array) =>
  sealBytes(sessionKey, fileKey, underSession(row))

export const sealForCompany = (keys: KeyRing, row: Row, fileKey: Uint8Array) =>
  keys.wrap(fileKey, documentKeyContext(row.id, row.companyId))

export type KeyedDocument = Row & {
  wrappedKey: Uint8Array | null
  formSession: { id: string; wrappedKey: Uint8Array } | null
}

export function documentFile(keys: KeyRing, row: KeyedDocument & { storedAs: string }): StoredFileKey {
  return { name: row.storedAs, key: openFileKey(keys, row), context: fileContext('document', row.id) }
}

export function openFileKey(keys: KeyRing, { formSession, ...row }: KeyedDocument): Buffer {
  const wrapped = row.wrappedKey ?? new Uint8Array()
  if (!formSession) return keys.unwrap(wrapped, documentKeyContext(row.id, row.companyId))
  const sessionKey = keys.unwrap(formSession.wrappedKey, formSessionKeyContext(formSession.id, row.companyId))
  return fileKeyForSession(sessionKey, { ...row, wrappedKey: wrapped })
}

const fileKeyForSession = (sessionKey: Uint8Array, row: Row & { wrappedKey: Uint8Array | null }): Buffer =>
  openBytes(sessionKey, row.wrappedKey ?? new Uint8Array(), underSession(row))
