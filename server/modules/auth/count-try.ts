import type { AuditAct } from '#domain/audit-acts'
import type { RateName } from '#domain/limits'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { firstWithin } from '../../first-within.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { unknownAccount } from './unknown-account.ts'

/** Where somebody tries: `refused` is what the log calls being turned away there. */
type Door = {
  refused: Extract<AuditAct, 'sign-in-refused' | 'proof-refused' | 'password-reset-refused'>
  /** whose account it is about, by its id or by what was typed for an e-mail; null: unknown yet */
  tried: { id: string } | { emailKey: string } | null
  ip: string
  /** who is signed in already */
  actor?: Actor
}

/** Whoever tries on and on is told of once a minute, so that the log cannot be flooded. */
const isFirst = firstWithin(60_000)

/**
 * Counts a try to prove who one is. One too many is written down before it is refused; whether there is such an account
 * is told by the log alone, and the answer is the same.
 *
 * @param key what is counted: an address, an account
 * @throws AppError too_many_requests
 */
export async function countTry(services: Services, rate: RateName, key: string, door: Door): Promise<void> {
  try {
    await throttle(services, rate, key)
  } catch (error) {
    const isThrottled = error instanceof AppError && error.code === 'too_many_requests'
    if (isThrottled && isFirst(`${door.refused}:${rate}:${key}`)) await writeDown(services, rate, door)
    throw error
  }
}

async function writeDown(
  services: Services,
  rate: RateName,
  { refused, tried, ip, actor }: Door,
): Promise<void> {
  const user =
    tried &&
    (await asSystem(services.db, 'sign-in', (client) =>
      client.user.findUnique({ where: tried, select: { id: true, companyId: true } }),
    ))
  const isUnknown = user === null && tried !== null && 'emailKey' in tried
  await recordAudit(services, {
    companyId: user?.companyId ?? null,
    actor: actor ?? null,
    act: refused,
    objectType: 'user',
    objectId: user?.id ?? '',
    ip,
    detail: {
      throttled: rate.endsWith('PerAddress') ? 'address' : 'account',
      ...(isUnknown && unknownAccount(services, tried.emailKey)),
    },
  })
}
