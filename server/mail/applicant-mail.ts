import type { RateName } from '#domain/limits'
import { emailKey } from '../auth/email-key.ts'
import { addressKey, refund, throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { MailContent } from './mail-page.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log'>

/** `key` identifies a mail that may be sent twice. */
type Recipient = { to: string; clientIp: string; formSessionId: string; key?: string }

/**
 * Sends a mail with a link to an address that a stranger typed. Beyond the rates it is left out, so that nobody can flood
 * somebody else's mailbox.
 *
 * @param compose makes the link; not called for a mail that is left out
 * @returns whether it was sent
 */
export async function sendApplicantMail(
  services: Needs,
  { to, clientIp, formSessionId, key }: Recipient,
  compose: () => Promise<MailContent>,
): Promise<boolean> {
  const rates: [rate: RateName, of: string][] = [
    ['applicantMailPerAddress', addressKey(clientIp)],
    // Addresses that differ in a tag after '+' are one mailbox.
    ['applicantMailPerRecipient', emailKey(to).replace(/\+[^@]*/, '')],
  ]
  const counted: typeof rates = []
  try {
    for (const rate of rates) {
      counted.push(rate)
      await throttle(services, ...rate)
    }
    await services.mailer.send({ ...(await compose()), to: [to], needsTls: true, ...(key && { key }) })
    return true
  } catch (error) {
    for (const rate of counted) await refund(services, ...rate)
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error
    services.log.warn({ formSessionId }, 'a mail to an applicant was left out: too many to its address')
    return false
  }
}

/** The same for a sender who waits for the answer. @throws AppError too_many_requests, unavailable */
export async function mailLink(
  services: Needs,
  recipient: Recipient,
  make: () => Promise<{ url: string; mail: MailContent }>,
): Promise<{ url: string }> {
  let url = ''
  const mailer: Needs['mailer'] = {
    send: (mail) =>
      services.mailer.send(mail).catch((cause: unknown) => {
        throw new AppError('unavailable', undefined, { cause })
      }),
  }
  const isSent = await sendApplicantMail({ ...services, mailer }, recipient, async () => {
    const made = await make()
    url = made.url
    return made.mail
  })
  if (!isSent) throw new AppError('too_many_requests')
  return { url }
}
