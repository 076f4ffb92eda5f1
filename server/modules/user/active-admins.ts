import type { Tx } from '../../auth/actor.ts'
import { LOCKS } from '../../database/locks.ts'
import type { Prisma } from '../../generated/client.ts'

/** Takes a lock until the transaction ends, so that two admins who deactivate each other take turns. */
export async function activeAdminsBut(tx: Tx, these: Prisma.UserWhereInput): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.lastAdmin})`
  return tx.user.count({
    where: { active: true, OR: [{ isAdmin: true }, { role: { userType: 'admin' } }], NOT: these },
  })
}
