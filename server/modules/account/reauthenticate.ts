import { serverMessages } from '#domain/messages/server'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { takeCode } from '../../auth/otp.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import { addressKey, refund } from '../../auth/throttle.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { countAttempt } from '../auth/count-try.ts'

/**
 * Is it the person themselves, and not somebody at their desk? Tries count per session, which strangers have none of, so
 * that nobody else can use them up.
 *
 * @param field where the caller's input has the password
 * @throws AppError invalid_input for that field, too_many_requests
 */
export async function requirePassword(
  services: Services,
  actor: Actor,
  currentPassword: string,
  ip: string,
  field: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const counted = ['password', actor.sessionId]
  await countAttempt(services, 'proofPerSession', counted, attemptBy(actor, ip))
  const user = await asSystem(services.db, 'sign-in', (client) =>
    client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } }),
  )
  if (!(await verifyPassword(user?.passwordHash ?? null, currentPassword, addressKey(ip))))
    throw fieldError(field, serverMessages.account.wrongPassword)
  await refund(services, 'proofPerSession', ...counted)
}

/**
 * The second step again: a code of the app, or a recovery code, which is used up.
 *
 * @throws AppError conflict where there is no second step, invalid_input for the field `code`, too_many_requests
 */
export async function requireCode(services: Services, actor: Actor, code: string, ip: string): Promise<void> {
  if (!actor.otp) throw new AppError('conflict', serverMessages.account.otpIsOff)
  await countCode(services, actor, ip, async () => {
    if ((await takeCode(services, actor.userId, code)) === null)
      throw fieldError('code', serverMessages.account.wrongCode)
  })
}

/** Counts a try of a code of the caller's app, unless it succeeds. @throws AppError too_many_requests */
export async function countCode<T>(
  services: Services,
  actor: Actor,
  ip: string,
  work: () => Promise<T>,
): Promise<T> {
  const counted = ['code', actor.sessionId]
  await countAttempt(services, 'proofPerSession', counted, attemptBy(actor, ip))
  const result = await work()
  await refund(services, 'proofPerSession', ...counted)
  return result
}

const attemptBy = (actor: Actor, ip: string) =>
  ({ refused: 'proof-refused', tried: { id: actor.userId }, ip, actor }) as const
