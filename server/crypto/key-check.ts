import { asSystem, withSystem } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import type { KeyState } from '../generated/client.ts'
import { createKeyRing, type RetiredMacKey } from './keys.ts'
import { MainKeyError } from './main-key-error.ts'
import type { MainKey } from './main-key-store.ts'
import { openText, sealBytes, SealError } from './seal.ts'

/** What the database knows of the main keys. */
export type KnownKeys = {
  checks: { keyId: string; state: KeyState; sealed: Uint8Array }[]
  heirlooms: RetiredMacKey[]
  retired: string[]
}

const KNOWN_TEXT = 'intake main key'
const checkContext = (keyId: string) => `KeyCheck:sealed:${keyId}`
const checkKey = ({ bytes }: MainKey): Buffer => createKeyRing(bytes).mac('key-check', KNOWN_TEXT)

export const knownKeys = (db: Database): Promise<KnownKeys> =>
  asSystem(db, 'maintenance', async (client) => {
    const checks = await client.keyCheck.findMany({ orderBy: { createdAt: 'asc' } })
    const retired = await client.retiredKey.findMany({ orderBy: { retiredAt: 'asc' } })
    const heirlooms = retired.flatMap(({ keyId, formSessionMac }) =>
      formSessionMac ? [{ keyId, formSessionMac }] : [],
    )
    return { checks, heirlooms, retired: retired.map(({ keyId }) => keyId) }
  })

/** A value that only the holder of the key can have made. */
export const sealCheck = (key: MainKey) => sealBytes(checkKey(key), KNOWN_TEXT, checkContext(key.id))

/** @throws MainKeyError when the check value was not made by this key, though it names it */
export function prove(key: MainKey, sealed: Uint8Array): void {
  try {
    if (openText(checkKey(key), sealed, checkContext(key.id)) === KNOWN_TEXT) return
  } catch (error) {
    if (!(error instanceof SealError)) throw error
  }
  throw new MainKeyError(
    'The check value of the main key does not open; the table KeyCheck was tampered with',
  )
}

/** Two nodes may start at once, perhaps with different keys: the first decides. @throws MainKeyError */
export async function writeFirstCheck(db: Database, key: MainKey): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const present = await tx.keyCheck.findMany({ select: { keyId: true } })
    if (present.some((row) => row.keyId === key.id)) return
    if (present.length > 0) {
      throw new MainKeyError('Another node has just started with another ENCRYPTION_KEY; give both the same')
    }
    await tx.keyCheck.create({ data: { keyId: key.id, sealed: sealCheck(key) } })
  })
}

/**
 * Makes a key known as the next one, unless it is already or one is still being changed from. One that was announced
 * before, and that nobody has, or was mistyped, gives way: nothing is ever written under a key that is only announced.
 */
export async function announceNextKey(db: Database, key: MainKey): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const present = await tx.keyCheck.findMany({ select: { keyId: true, state: true } })
    if (present.some(({ keyId, state }) => keyId === key.id || state === 'previous')) return
    await tx.keyCheck.deleteMany({ where: { state: 'next' } })
    await tx.keyCheck.create({ data: { keyId: key.id, sealed: sealCheck(key), state: 'next' } })
  })
}
