import { z } from 'zod'
import { ROW_KINDS } from '#domain/statement-reading'
import { isRecord } from '#domain/json'
import { columnContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { payeeKey } from './reader/judge/payee.ts'
import type { FileReading } from './reader/reading.ts'

/** By `n` one row of an account, by `payee` all rows of that payee; the later one counts. */
const correction = z.object({
  account: z.string().nullable(),
  n: z.number().nullable(),
  payee: z.string().nullable(),
  kind: z.enum(ROW_KINDS),
  at: z.string(),
})
export type KindCorrection = z.infer<typeof correction>

/** Equal for corrections of the same row, or of the same payee. */
export const rowsOf = ({ account, n, payee }: KindCorrection): string =>
  n === null ? payeeKey(payee ?? '') : `${account} ${n}`

const stored = z.object({
  reading: z.custom<FileReading>(isRecord),
  corrections: z.array(correction),
})
type StoredReading = z.infer<typeof stored>

type Place = Parameters<typeof sessionKey>[1]

const toContext = (documentId: string, { companyId }: Place): string =>
  columnContext('StatementReading', 'data', documentId, companyId)

export const sealReading = (keys: KeyRing, place: Place, documentId: string, data: StoredReading) =>
  sealBytes(sessionKey(keys, place), JSON.stringify(data), toContext(documentId, place))

export const openReading = (
  keys: KeyRing,
  place: Place,
  { documentId, data }: { documentId: string; data: Uint8Array },
): StoredReading =>
  stored.parse(JSON.parse(openText(sessionKey(keys, place), data, toContext(documentId, place))))

/** Names a payee to one company's memory of kinds. The hash has a key of its own for each company. */
export const payeeHash = (keys: KeyRing, companyId: string, payee: string): string =>
  keys.blindIndex('ssn', `${companyId}:payee`, payeeKey(payee))
