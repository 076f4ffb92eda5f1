import type { Database, Tx } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { Prisma, type KeyState } from '../../generated/client.ts'
import { macOver, newHashKeys, unwrapHashKeys, wrapHashKeys, type HashKeys } from './hash-keys.ts'
import { MainKeyError, type MainKey } from './main-key-store.ts'
import { openText, sealBytes, SealError } from './seal.ts'
import { deriveKey, toWrappingKey } from './wrap.ts'

type KnownKeys = {
  checks: { keyId: string; state: KeyState; sealed: Uint8Array; hashKeys: Uint8Array }[]
  retired: string[]
}

const KNOWN_TEXT = 'intake main key'
const checkContext = (keyId: string) => `KeyCheck:sealed:${keyId}`
const checkKey = ({ bytes }: MainKey): Buffer => macOver(deriveKey(bytes, 'mac:key-check'), [KNOWN_TEXT])

/** Every server asks for them each second. */
export async function knownKeys(db: Database): Promise<KnownKeys> {
  const checks = await db
    .system('maintenance')
    .query<KnownKeys['checks'][number]>(
      'key-checks',
      Prisma.sql`SELECT "keyId", "state", "sealed", "hashKeys" FROM "KeyCheck" ORDER BY "createdAt"`,
    )
  const retired = await db
    .system('maintenance')
    .query<{ keyId: string }>(
      'retired-keys',
      Prisma.sql`SELECT "keyId" FROM "RetiredKey" ORDER BY "retiredAt"`,
    )
  return { checks, retired: retired.map(({ keyId }) => keyId) }
}

/** @throws MainKeyError when the check value was not made by this key, though it names it */
export function prove(key: MainKey, sealed: Uint8Array): void {
  const refusal = 'The check value of the main key does not open; the table KeyCheck was tampered with'
  const text = orRefuse(refusal, () => openText(checkKey(key), sealed, checkContext(key.id)))
  if (text !== KNOWN_TEXT) throw new MainKeyError(refusal)
}

export const openHashKeys = (key: MainKey, wrapped: Uint8Array): HashKeys =>
  orRefuse("The hash keys in the table KeyCheck can't be unwrapped; the table was tampered with", () =>
    unwrapHashKeys(toWrappingKey(key.bytes), wrapped),
  )

function orRefuse<T>(refusal: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    throw new MainKeyError(refusal, { cause })
  }
}

/** Two processes may start at once, perhaps with different keys: the first one decides. @throws MainKeyError */
export async function writeFirstCheck(db: Database, key: MainKey): Promise<void> {
  await withKeyLock(db, async (tx) => {
    const present = await tx.keyCheck.findMany({ select: { keyId: true } })
    if (present.some((row) => row.keyId === key.id)) return
    if (present.length > 0) {
      throw new MainKeyError('Another node has just started with another ENCRYPTION_KEY; give both the same')
    }
    await tx.keyCheck.create({ data: newCheck(key, newHashKeys()) })
  })
}

/**
 * Makes a key known as the next one, unless it is known or a change of keys is under way. It replaces a key that was
 * announced before, such as a mistyped one: nothing is written under a key that is only announced.
 */
export async function announceNextKey(db: Database, key: MainKey, hashKeys: HashKeys): Promise<void> {
  await withKeyLock(db, async (tx) => {
    const present = await tx.keyCheck.findMany({ select: { keyId: true, state: true } })
    if (present.some(({ keyId, state }) => keyId === key.id || state === 'previous')) return
    await tx.keyCheck.deleteMany({ where: { state: 'next' } })
    await tx.keyCheck.create({ data: { ...newCheck(key, hashKeys), state: 'next' } })
  })
}

const withKeyLock = (db: Database, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.system('maintenance').write(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    await work(tx)
  })

const newCheck = (key: MainKey, hashKeys: HashKeys) => ({
  keyId: key.id,
  sealed: sealBytes(checkKey(key), KNOWN_TEXT, checkContext(key.id)),
  hashKeys: wrapFor(key, hashKeys),
})

const wrapFor = ({ bytes }: MainKey, hashKeys: HashKeys) => wrapHashKeys(toWrappingKey(bytes), hashKeys)
