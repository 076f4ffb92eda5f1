import { withSystem } from '../auth/actor.ts'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import { Prisma } from '../generated/client.ts'
import { countUnderOther, KEYED_TABLES } from './left-behind.ts'

/** From here on the servers write under the key that was announced. */
export async function switchToNext(db: Database): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.keyCheck.update({ where: { state: 'current' }, data: { state: 'previous' } })
    await tx.keyCheck.update({ where: { state: 'next' }, data: { state: 'current' } })
  })
}

/**
 * Takes a key out of use for good, unless something is under it still: writers wait for the count, and those that come
 * after it and would write under this key are refused by a trigger.
 *
 * @returns how many rows are left, so that nothing was done; 0 when it is done
 */
export async function retireKey(db: Database, keys: KeyRing, keyId: string): Promise<number> {
  return withSystem(db, 'maintenance', async (tx) => {
    const tables = KEYED_TABLES.map((table) => Prisma.raw(`"${table}"`))
    // By one statement and in one order; whoever writes has taken these locks already, or waits.
    await tx.$executeRaw`LOCK TABLE ${Prisma.join(tables)} IN SHARE ROW EXCLUSIVE MODE`
    const left = await countUnderOther(tx, keys.currentId)
    if (left > 0) return left
    await tx.retiredKey.create({ data: { keyId, formSessionMac: keys.heirloom(keyId) } })
    await tx.keyCheck.delete({ where: { keyId } })
    return 0
  })
}
