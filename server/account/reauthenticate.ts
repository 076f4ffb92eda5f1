import { serverMessages } from '#domain/messages/server'
import { takeCode } from '../auth/otp.ts'
import { verifyPassword } from '../auth/passwords.ts'
import { addressKey, refund } from '../auth/throttle.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { countAttempt } from '../sign-in/count-try.ts'

/** Asks for the password again. Tries count per session, so that others can't use them up. */
export const requirePassword = (
  services: Services,
  by: AuditActor,
  password: string,
  field: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> =>
  countProof(services, by, 'password', async () => {
    const user = await services.db
      .system('sign-in')
      .read((client) =>
        client.user.findUnique({ where: { id: by.actor.userId }, select: { passwordHash: true } }),
      )
    if (!(await verifyPassword(user?.passwordHash ?? null, password, addressKey(by.ip))))
      throw fieldError(field, serverMessages.account.wrongPassword)
  })

/** A code of the app, or a recovery code, which is used up. */
export async function requireCode(services: Services, by: AuditActor, code: string): Promise<void> {
  if (!by.actor.otp) throw new AppError('conflict', serverMessages.account.otpIsOff)
  await countCode(services, by, async () => {
    if ((await takeCode(services, by.actor.userId, code)) === null)
      throw fieldError('code', serverMessages.account.wrongCode)
  })
}

export const countCode = <T>(services: Services, by: AuditActor, work: () => Promise<T>): Promise<T> =>
  countProof(services, by, 'code', work)

async function countProof<T>(
  services: Services,
  { actor, ip }: AuditActor,
  kind: 'password' | 'code',
  work: () => Promise<T>,
): Promise<T> {
  const counted = [kind, actor.sessionId]
  const attempt = { refused: 'proof-refused', tried: { id: actor.userId }, ip, actor } as const
  await countAttempt(services, 'proofPerSession', counted, attempt)
  const result = await work()
  await refund(services, 'proofPerSession', ...counted)
  return result
}
