import { serverMessages } from '#domain/messages/server'
import { asSystem } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { isResetToken, resetPassword } from '../../auth/password-reset.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { addressKey, forgetTries, giveBack } from '../../auth/throttle.ts'
import { fieldRefusal } from '../../errors.ts'
import { addJobSql } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../uuid.ts'
import { recordAudit } from '../audit/audit.service.ts'
import type { Reset } from './auth.schema.ts'
import { countTry } from './count-try.ts'

/**
 * Has a link to a new password mailed. Nobody learns whether there is such an account: a job is queued either way, and
 * finds nobody to write to.
 *
 * @throws AppError too_many_requests
 */
export async function askForReset(services: Services, email: string, ip: string): Promise<void> {
  const key = emailKey(email)
  const door = { refused: 'password-reset-refused', tried: { emailKey: key }, ip } as const
  await countTry(services, 'resetPerAddress', addressKey(ip), door)
  await countTry(services, 'resetPerAccount', key, door)
  const user = await asSystem(services.db, 'sign-in', (client) =>
    client.user.findUnique({ where: { emailKey: key }, select: { id: true } }),
  )
  const id = user?.id ?? uuidV7()
  const job = addJobSql('password-reset', { id, ip }, `password-reset:${id}`)
  await asSystem(services.db, 'sign-in', (client) => client.$executeRaw`SELECT 1 FROM ${job}`)
}

/**
 * Sets the password that a mailed link asks for and signs the user out everywhere; the two-step sign-in stays on.
 *
 * @throws AppError invalid_input for a link that is no good any more, too_many_requests
 */
export async function setForgottenPassword(
  services: Services,
  { token, password }: Reset,
  ip: string,
): Promise<void> {
  const address = addressKey(ip)
  const refusal = fieldRefusal('token', serverMessages.account.resetLinkInvalid)
  await countTry(services, 'loginPerAddress', address, { refused: 'password-reset-refused', tried: null, ip })
  // Hashing is dear, so it is done for those who hold a link.
  if (!(await isResetToken(services, token))) throw refusal
  const user = await resetPassword(services, token, await hashPassword(password))
  if (!user) throw refusal

  await Promise.all([
    giveBack(services, 'loginPerAddress', address),
    forgetTries(services, 'loginPerAccount', user.emailKey),
    recordAudit(services, {
      companyId: user.companyId,
      actor: { userId: user.id, name: user.name },
      act: 'password-reset',
      objectType: 'user',
      objectId: user.id,
      ip,
    }),
  ])
}
