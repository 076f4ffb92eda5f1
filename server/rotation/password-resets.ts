import { resetIsBound, resetMac } from '../auth/password-reset.ts'
import { asSystem } from '../auth/actor.ts'
import type { Services } from '../services.ts'

/**
 * Links to a new password that are on their way stay good: what they are bound to is in the database, so its mac is made
 * again. One that is void already goes.
 */
export async function rebindPasswordResets({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<void> {
  const find = { include: { user: true } }
  const resets = await asSystem(db, 'maintenance', (client) => client.passwordReset.findMany(find))
  for (const { id, boundTo, user } of resets) {
    const where = { id, boundTo }
    await asSystem(db, 'maintenance', (client) =>
      resetIsBound(keys, user, boundTo)
        ? client.passwordReset.updateMany({ where, data: { boundTo: resetMac(keys, user) } })
        : client.passwordReset.deleteMany({ where }),
    )
  }
}
