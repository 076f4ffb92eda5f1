import { serverMessages } from '#domain/messages/server'
import { deviceCookie, findKnownDevice, rememberDevice } from '../auth/known-devices.ts'
import { emailKey } from '../auth/email-key.ts'
import { isResetToken, resetPassword } from '../auth/password-reset.ts'
import { hashPassword } from '../auth/passwords.ts'
import { addressKey, resetBudget } from '../auth/throttle.ts'
import { fieldError } from '../errors.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { recordEventNow } from '../events/record-event.ts'
import type { Reset } from './auth.schema.ts'
import { countAttempt, isThrottled } from './count-try.ts'

/**
 * Queues a mail whether the account exists or not, so that the caller cannot tell. Beyond
 * `resetMailPerAccount` none is sent.
 */
export async function askForReset(
  services: Services,
  email: string,
  { ip, deviceTokens }: { ip: string; deviceTokens: readonly string[] },
): Promise<void> {
  const { db } = services
  const key = emailKey(email)
  const attempt = { refused: 'password-reset-refused', tried: { emailKey: key }, ip } as const
  const device = await findKnownDevice(db, { emailKey: key }, deviceTokens)
  if (device) await countAttempt(services, 'resetPerDevice', [device.id], attempt)
  else {
    const address = addressKey(ip)
    await countAttempt(services, 'resetPerAddress', [address], attempt)
    await countAttempt(services, 'resetPerAccountAndAddress', [key, address], attempt)
  }
  try {
    // By account: other spellings of the mailbox, which have none, cause no mail. A known device has a budget of its own,
    // which strangers can't use up.
    if (!device) await countAttempt(services, 'resetMailPerAccount', [key], attempt)
  } catch (error) {
    if (isThrottled(error)) return
    throw error
  }
  const user = await db
    .system('sign-in')
    .read((client) => client.user.findUnique({ where: { emailKey: key }, select: { id: true } }))
  const id = user?.id ?? uuidV7()

  await db.system('sign-in').write((client) => addJob(client, 'password-reset', { id, ip }))
}

/**
 * Two-step sign-in stays on. Only wrong links count, so that users behind one address don't block each other.
 * @returns the cookie of a known device
 */
export async function setForgottenPassword(
  services: Services,
  { token, password }: Reset,
  ip: string,
): Promise<string> {
  const address = addressKey(ip)
  // Hashing is slow, so the token is checked first.
  const user = (await isResetToken(services, token))
    ? await resetPassword(services, token, await hashPassword(password, address))
    : null
  if (!user) {
    await countAttempt(services, 'loginPerAddress', [address], {
      refused: 'password-reset-refused',
      tried: null,
      ip,
    })
    throw fieldError('token', serverMessages.account.resetLinkInvalid)
  }
  const deviceToken = await rememberDevice(services.db, user.id, null)
  await resetBudget(services, 'loginPerAccountAndAddress', user.emailKey, address)
  await resetBudget(services, 'loginPerAccount', user.emailKey)
  await recordEventNow(services, {
    companyId: user.companyId,
    actor: { userId: user.id, name: user.name },
    act: 'password-reset',
    objectType: 'user',
    objectId: user.id,
    ip,
  })
  return deviceCookie(services.publicUrl, user.id, deviceToken)
}
