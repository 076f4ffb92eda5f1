import { withSystem } from '../auth/actor.ts'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import { Prisma } from '../generated/client.ts'
import { messageOf } from '../system-error.ts'
import { countUnderOther, KEYED_TABLES } from './left-behind.ts'

/** From here on the servers write under the key that was announced. */
export async function switchToNext(db: Database): Promise<void> {
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.keyCheck.update({ where: { state: 'current' }, data: { state: 'previous' } })
    await tx.keyCheck.update({ where: { state: 'next' }, data: { state: 'current' } })
  })
}

/** Longer than this nobody waits because a key is retired; less than it takes PostgreSQL to look for circles. */
const LOCK_WAIT = '500ms'

/**
 * Takes a key out of use for good, unless something is under it still: writers wait for the count, and those that come
 * after it and would write under this key are refused by a trigger.
 *
 * @returns how many rows are left, so that nothing was done; 0 when it is done; null when others write so much at present
 *   that it has to be tried again
 */
export async function retireKey(db: Database, keys: KeyRing, keyId: string): Promise<number | null> {
  try {
    return await withSystem(db, 'maintenance', async (tx) => {
      const tables = KEYED_TABLES.map((table) => Prisma.raw(`"${table}"`))
      await tx.$executeRaw`SELECT set_config('lock_timeout', ${LOCK_WAIT}, true)`
      await tx.$executeRaw`LOCK TABLE ${Prisma.join(tables)} IN SHARE ROW EXCLUSIVE MODE`
      const left = await countUnderOther(tx, keys.currentId)
      if (left > 0) return left
      await tx.retiredKey.create({ data: { keyId, formSessionMac: keys.heirloom(keyId) } })
      await tx.keyCheck.delete({ where: { keyId } })
      return 0
    })
  } catch (error) {
    // A raw query's error tells its reason in words only.
    if (messageOf(error).includes('due to lock timeout')) return null
    throw error
  }
}
