import type { PackageState } from '#domain/package'
import type { Package } from '../generated/client.ts'
import { columnContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { storedPackage, type PackageRecord, type StoredPackage } from './package.schema.ts'

type Place = Parameters<typeof sessionKey>[1]

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('Package', 'data', id, companyId)

export const sealPackage = (keys: KeyRing, place: Place, id: string, data: StoredPackage) =>
  sealBytes(sessionKey(keys, place), JSON.stringify(data), toContext(id, place))

export const openPackage = (
  keys: KeyRing,
  place: Place,
  { id, data }: Pick<Package, 'id' | 'data'>,
): StoredPackage =>
  storedPackage.parse(JSON.parse(openText(sessionKey(keys, place), data, toContext(id, place))))

export const toState = ({ state, expiresAt }: Pick<Package, 'state' | 'expiresAt'>): PackageState =>
  (state === 'sent' || state === 'opened') && expiresAt <= new Date() ? 'expired' : state

/** Whether its link opens it. */
export const isOpen = ({ state, expiresAt }: Pick<Package, 'state' | 'expiresAt'>): boolean =>
  state !== 'withdrawn' && expiresAt > new Date()

type Row = Package & { funder: { id: string; name: string } }

export function toRecord(keys: KeyRing, place: Place, row: Row): PackageRecord {
  const { id, copyNumber, documentIds, unmarked, withApplication, withCashFlow, isMasked } = row
  const { sentBy, mailed, answer, openedAt, answeredAt, expiresAt, createdAt } = row
  return {
    id,
    funder: { id: row.funder.id, name: row.funder.name },
    state: toState(row),
    copyNumber,
    documentIds,
    unmarked,
    withApplication,
    withCashFlow,
    isMasked,
    ...openPackage(keys, place, row),
    sentBy,
    mailed,
    answer,
    openedAt: openedAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
