import { asSystem, withSystem, type Tx } from '../auth/actor.ts'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { hasSqlState } from '../database/database-error.ts'
import { Prisma } from '../generated/client.ts'
import { recordAuditIn, SYSTEM } from '../modules/audit/audit.service.ts'
import { isAnyUnderOther, LOCKED_TABLES } from './left-behind.ts'

export type KeyStates = { current: string; next: string | null; previous: string | null }

/** Which keys the database knows, by their names. */
export async function keyStates(db: Database): Promise<KeyStates> {
  const rows = await asSystem(db, 'maintenance', (client) => client.keyCheck.findMany())
  const of = (wanted: string) => rows.find(({ state }) => state === wanted)?.keyId ?? null
  return { current: of('current') ?? '', next: of('next'), previous: of('previous') }
}

/**
 * From here on the servers write under the key `next`.
 *
 * @throws when another has been announced in its place meanwhile
 */
export async function switchToNext(db: Database, next: string): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const before = await tx.keyCheck.update({ where: { state: 'current' }, data: { state: 'previous' } })
    await tx.keyCheck.update({ where: { keyId: next, state: 'next' }, data: { state: 'current' } })
    await recordKeyChange(tx, 'key-change-begun', before.keyId, next)
  })
}

/**
 * Longer than this nobody waits because a key is retired. PostgreSQL takes a second (deadlock_timeout) before autovacuum
 * gives way to whoever waits for it, and it may be at work on a large table for hours.
 */
const LOCK_WAIT = '1500ms'
/** Writers wait meanwhile; looking through the rows of a million applications takes seconds. */
const RETIRE_TIMEOUT_MS = 120_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

/**
 * Takes a key out of use for good, unless something is under it still: writers wait for the last look, and those that
 * come after it and would write under this key are refused by a trigger.
 *
 * @returns 'left' when something was under it, 'busy' when others write so much at present that it has to be tried again;
 *   nothing was done then
 */
export async function retireKey(
  db: Database,
  keys: KeyRing,
  keyId: string,
): Promise<'retired' | 'left' | 'busy'> {
  const look = (tx: Tx) => isAnyUnderOther(tx, keys.currentId)
  if (await withSystem(db, 'maintenance', look, RETIRE_TIMEOUT_MS)) return 'left'
  const retire = async (tx: Tx) => {
    await tx.$executeRaw`SELECT set_config('lock_timeout', ${LOCK_WAIT}, true)`
    const tables = LOCKED_TABLES.map((table) => Prisma.raw(`"${table}"`))
    await tx.$executeRaw`LOCK TABLE ${Prisma.join(tables)} IN SHARE ROW EXCLUSIVE MODE`
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.auditKey})`
    if (await look(tx)) return 'left'
    await tx.retiredKey.create({ data: { keyId, formSessionMac: keys.heirloom(keyId) } })
    await tx.keyCheck.delete({ where: { keyId } })
    await recordKeyChange(tx, 'key-change-ended', keyId, keys.currentId)
    return 'retired'
  }
  try {
    return await withSystem(db, 'maintenance', retire, RETIRE_TIMEOUT_MS)
  } catch (error) {
    if (hasSqlState(error, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED)) return 'busy'
    throw error
  }
}

/** In the transaction that does it, so that each is in the log once, however often a change is cut off between them. */
const recordKeyChange = (
  tx: Tx,
  act: 'key-change-begun' | 'key-change-ended',
  from: string,
  to: string,
): Promise<void> =>
  recordAuditIn(tx, {
    companyId: null,
    actor: SYSTEM,
    act,
    objectType: 'key',
    objectId: to,
    ip: '',
    detail: { from, to },
  })
