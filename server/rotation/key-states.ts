import type { Database } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { asSystem, withSystem, type Tx } from '../database/transactions.ts'
import { recordAuditIn, SYSTEM } from '../modules/audit/audit.service.ts'

type KeyStates = { current: string; next: string | null; previous: string | null }

export async function keyStates(db: Database): Promise<KeyStates> {
  const rows = await asSystem(db, 'maintenance', (client) => client.keyCheck.findMany())
  const find = (wanted: string) => rows.find(({ state }) => state === wanted)?.keyId ?? null
  return { current: find('current') ?? '', next: find('next'), previous: find('previous') }
}

export async function switchToNext(db: Database, next: string): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const before = await tx.keyCheck.update({ where: { state: 'current' }, data: { state: 'previous' } })
    await tx.keyCheck.update({ where: { keyId: next, state: 'next' }, data: { state: 'current' } })
    await recordKeyChange(tx, 'key-change-begun', before.keyId, next)
  })
}

/** From here on triggers refuse rows that are wrapped under the key. */
export const refuseWritesUnder = async (db: Database, keyId: string): Promise<void> => {
  await asSystem(db, 'maintenance', (client) =>
    client.retiredKey.createMany({ data: { keyId }, skipDuplicates: true }),
  )
}

export async function endChange(db: Database, previous: string, current: string): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.keyCheck.delete({ where: { keyId: previous, state: 'previous' } })
    await recordKeyChange(tx, 'key-change-ended', previous, current)
  })
}

/** In the transaction of the change, so that the log has it once, however often the command is killed. */
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
