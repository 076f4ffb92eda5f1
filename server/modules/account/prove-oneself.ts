import { serverMessages } from '#domain/messages/server'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { takeCode } from '../../auth/otp.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import { addressKey, giveBack } from '../../auth/throttle.ts'
import { AppError, fieldRefusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { countTry } from '../auth/count-try.ts'

/**
 * Is it the person themselves, and not somebody at their desk? Tries count as those of signing in do.
 *
 * @param field where the caller's input has the password
 * @throws AppError invalid_input for that field, too_many_requests
 */
export async function provePassword(
  services: Services,
  actor: Actor,
  currentPassword: string,
  ip: string,
  field: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const key = emailKey(actor.email)
  const address = addressKey(ip)
  const door = doorOf(actor, ip)
  await countTry(services, 'loginPerAddress', address, door)
  await countTry(services, 'loginPerAccount', key, door)
  const user = await asSystem(services.db, 'sign-in', (client) =>
    client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } }),
  )
  if (!(await verifyPassword(user?.passwordHash ?? null, currentPassword)))
    throw fieldRefusal(field, serverMessages.account.wrongPassword)
  await Promise.all([
    giveBack(services, 'loginPerAddress', address),
    giveBack(services, 'loginPerAccount', key),
  ])
}

/**
 * The second step again: a code of the app, or a recovery code, which is used up.
 *
 * @throws AppError conflict where there is no second step, invalid_input for the field `code`, too_many_requests
 */
export async function proveCode(services: Services, actor: Actor, code: string, ip: string): Promise<void> {
  if (!actor.otp) throw new AppError('conflict', serverMessages.account.otpIsOff)
  await countCode(services, actor, ip)
  if ((await takeCode(services, actor.userId, code)) === null)
    throw fieldRefusal('code', serverMessages.account.wrongCode)
  await giveBack(services, 'codePerAccount', actor.userId)
}

/** Counts a try of a code of the caller's app. @throws AppError too_many_requests */
export const countCode = (services: Services, actor: Actor, ip: string): Promise<void> =>
  countTry(services, 'codePerAccount', actor.userId, doorOf(actor, ip))

const doorOf = (actor: Actor, ip: string) =>
  ({ refused: 'proof-refused', tried: { id: actor.userId }, ip, actor }) as const
