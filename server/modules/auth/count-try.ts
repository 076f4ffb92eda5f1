import { asSystem } from '../../auth/actor.ts'
import type { Client } from '../../auth/sessions.ts'
import { throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { firstWithin } from '../../first-within.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { unknownAccount } from './unknown-account.ts'

type SignInRate = 'loginPerAddress' | 'loginPerAccount' | 'codePerAccount'

/** Whoever tries on and on is told of once a minute, so that the log cannot be flooded. */
const isFirst = firstWithin(60_000)

/**
 * Counts a try to sign in. One too many is written down before it is refused.
 *
 * @param key what is counted: an address, an account
 * @param tried whose account it was, by its id or by what was typed for an e-mail
 * @throws AppError too_many_requests
 */
export async function countTry(
  services: Services,
  rate: SignInRate,
  key: string,
  tried: { id: string } | { emailKey: string } | null,
  { ip }: Client,
): Promise<void> {
  try {
    await throttle(services, rate, key)
  } catch (error) {
    const isThrottled = error instanceof AppError && error.code === 'too_many_requests'
    if (!isThrottled || !isFirst(`${rate}:${key}`)) throw error
    const user =
      tried &&
      (await asSystem(services.db, 'sign-in', (client) =>
        client.user.findUnique({ where: tried, select: { id: true, companyId: true } }),
      ))
    const isUnknown = user === null && tried !== null && 'emailKey' in tried
    await recordAudit(services, {
      companyId: user?.companyId ?? null,
      actor: null,
      act: 'sign-in-refused',
      objectType: 'user',
      objectId: user?.id ?? '',
      ip,
      detail: {
        throttled: rate === 'loginPerAddress' ? 'address' : 'account',
        ...(isUnknown && unknownAccount(services, tried.emailKey)),
      },
    })
    throw error
  }
}
