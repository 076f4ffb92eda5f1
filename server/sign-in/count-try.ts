import type { AuditAction } from '#domain/events'
import type { RateName } from '#domain/limits'
import type { Actor } from '../auth/actor.ts'
import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { oncePerInterval } from '../lib/once-per-interval.ts'
import type { Services } from '../services.ts'
import { recordEventNow } from '../events/record-event.ts'

type AttemptContext = {
  refused: Extract<AuditAction, 'sign-in-refused' | 'proof-refused' | 'password-reset-refused'>
  tried: { id: string } | { emailKey: string } | null
  ip: string
  actor?: Actor
}

/** One entry a minute for each key, so that an attacker cannot fill the log. */
const oncePerMinute = oncePerInterval(60_000)

/** Records a try beyond the limit, alike for known and unknown accounts. @throws AppError too_many_requests */
export async function countAttempt(
  services: Services,
  rate: RateName,
  keyParts: readonly string[],
  attempt: AttemptContext,
): Promise<void> {
  try {
    await throttle(services, rate, ...keyParts)
  } catch (error) {
    if (isThrottled(error)) {
      const key = [attempt.refused, rate, ...keyParts].join(':')
      await oncePerMinute(key, () => writeDown(services, rate, attempt))
    }
    throw error
  }
}

export const isThrottled = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'too_many_requests'

async function writeDown(
  services: Services,
  rate: RateName,
  { refused, tried, ip, actor }: AttemptContext,
): Promise<void> {
  const user =
    tried &&
    (await services.db
      .system('sign-in')
      .read((client) => client.user.findUnique({ where: tried, select: { id: true, companyId: true } })))
  const isUnknown = user === null && tried !== null && 'emailKey' in tried
  await recordEventNow(services, {
    companyId: user?.companyId ?? null,
    actor: actor ?? null,
    act: refused,
    objectType: 'user',
    objectId: user?.id ?? '',
    ip,
    detail: { throttled: toScope(rate), ...(isUnknown && unknownAccount(services, tried.emailKey)) },
  })
}

function toScope(rate: RateName): 'address' | 'account' | 'device' | 'session' {
  if (rate.endsWith('PerDevice')) return 'device'
  if (rate.endsWith('PerSession')) return 'session'
  return rate.endsWith('PerAddress') ? 'address' : 'account'
}

/** A keyed hash: what was typed may be a password. */
export const unknownAccount = ({ keys }: Pick<Services, 'keys'>, emailKey: string) => ({
  unknownAccount: keys.mac('throttle', 'unknown-account', emailKey).toString('hex').slice(0, 16),
})
