import { serverMessages } from '#domain/messages/server'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { takeCode } from '../../auth/otp.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import { addressKey, refund } from '../../auth/throttle.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { countAttempt } from '../auth/count-try.ts'

/** Asks for the password again. Tries count per session, so that nobody else can use them up. */
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

/** A code of the app, or a recovery code, which is used up. */
export async function requireCode(services: Services, actor: Actor, code: string, ip: string): Promise<void> {
  if (!actor.otp) throw new AppError('conflict', serverMessages.account.otpIsOff)
  await countCode(services, actor, ip, async () => {
    if ((await takeCode(services, actor.userId, code)) === null)
      throw fieldError('code', serverMessages.account.wrongCode)
  })
}

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
