import type { Tx } from '../../auth/actor.ts'
import { LOCKS } from '../../database/locks.ts'
import type { Prisma } from '../../generated/client.ts'

/**
 * How many admins who can sign in there are but for these. Whoever asks has their turn until the transaction ends, so
 * that two who take each other away do not both find one left.
 */
export async function activeAdminsBut(tx: Tx, these: Prisma.UserWhereInput): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.lastAdmin})`
  return tx.user.count({
    where: { active: true, OR: [{ isAdmin: true }, { role: { userType: 'admin' } }], NOT: these },
  })
}
