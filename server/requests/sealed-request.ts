import { columnContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import type { SubmissionRequest } from '../generated/client.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { storedRequest, type RequestRecord, type StoredRequest } from './request.schema.ts'

type Place = Parameters<typeof sessionKey>[1]

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('SubmissionRequest', 'data', id, companyId)

export const sealRequest = (keys: KeyRing, place: Place, id: string, data: StoredRequest) =>
  sealBytes(sessionKey(keys, place), JSON.stringify(data), toContext(id, place))

export const openRequest = (keys: KeyRing, place: Place, { id, data }: SubmissionRequest): StoredRequest =>
  storedRequest.parse(JSON.parse(openText(sessionKey(keys, place), data, toContext(id, place))))

export const isOpen = ({ state, expiresAt }: SubmissionRequest): boolean =>
  state === 'open' && expiresAt > new Date()

export function toRecord(keys: KeyRing, place: Place, row: SubmissionRequest): RequestRecord {
  const { id, state, askedBy, reminders, mailed, createdAt, expiresAt } = row
  return {
    id,
    askedBy,
    reminders,
    mailed,
    ...openRequest(keys, place, row),
    state: state === 'open' && !isOpen(row) ? 'expired' : state,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
