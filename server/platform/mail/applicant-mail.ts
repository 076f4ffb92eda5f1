import { toMailbox } from '#domain/email-addresses'
import type { RateName } from '#domain/limits'
import { addressKey, refund, throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { MailContent } from './mail-page.ts'

type Throttled = Pick<Services, 'db' | 'keys' | 'config' | 'log'>
type Needs = Throttled & Pick<Services, 'mailer'>

export type Budget = readonly [rate: RateName, ...of: string[]]

/** The budgets of a mail. Strangers, receipts and each company have separate ones. */
export const mailBudgets = {
  stranger: (to: string, clientIp: string): [own: Budget, ofRecipient: Budget] => [
    ['strangerMailPerAddress', addressKey(clientIp)],
    ['strangerMailPerRecipient', toMailbox(to)],
  ],
  receipt: (to: string, clientIp: string): Budget[] => [
    ['receiptMailPerAddress', addressKey(clientIp)],
    ['receiptMailPerRecipient', toMailbox(to)],
  ],
  company: (to: string, companyId: string): Budget => ['companyMailPerRecipient', companyId, toMailbox(to)],
  signature: (to: string, companyId: string, sender: string): [own: Budget, ofRecipient: Budget] => [
    ['signatureMailPerSender', sender],
    ['companyMailPerRecipient', companyId, toMailbox(to)],
  ],
  package: (to: string, companyId: string): Budget => ['packageMailPerRecipient', companyId, toMailbox(to)],
  packageCode: (to: string, companyId: string): Budget => [
    'packageMailPerRecipient',
    companyId,
    toMailbox(to),
    'code',
  ],
}

/** @returns false if a mail budget is used up; only mails that were sent count */
export async function sendWithin(
  services: Throttled,
  budgets: readonly Budget[],
  send: () => Promise<void>,
  about: object = {},
): Promise<boolean> {
  const counted: Budget[] = []
  try {
    for (const budget of budgets) {
      await throttle(services, ...budget)
      // A refused try is not counted: taking it back would make room.
      counted.push(budget)
    }
    await send()
    return true
  } catch (error) {
    for (const budget of counted) await refund(services, ...budget)
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error
    const [budget] = budgets[counted.length] ?? []
    services.log.warn({ ...about, budget }, 'a mail was left out: its budget is used up')
    return false
  }
}

/** `key` identifies a mail that may be sent twice. */
type Recipient = { to: string; formSessionId: string; key?: string }

/**
 * Mails a link to an address from an application, over TLS.
 * @param compose makes the link; not called for a mail that is left out
 * @returns whether it was sent
 */
export const sendApplicantMail = (
  services: Needs,
  budgets: readonly Budget[],
  { to, formSessionId, key }: Recipient,
  compose: () => Promise<MailContent>,
): Promise<boolean> =>
  sendWithin(
    services,
    budgets,
    async () => services.mailer.send({ ...(await compose()), to: [to], needsTls: true, ...(key && { key }) }),
    { formSessionId },
  )

/**
 * Mails a link for a stranger, who waits for the answer. Only the stranger's own budget blocks the call: beyond the
 * recipient's, which others may have used up, the link is made and not mailed.
 * @param to '' sends no mail
 * @throws AppError too_many_requests, unavailable
 */
export async function mailLink(
  services: Needs,
  { to, clientIp, formSessionId }: { to: string; clientIp: string; formSessionId: string },
  make: (isMailed: boolean) => Promise<{ url: string; mail: MailContent }>,
): Promise<{ url: string; mailed: boolean }> {
  await throttle(services, 'applicantLinkPerAddress', addressKey(clientIp))
  const unmailed = async () => ({ url: (await make(false)).url, mailed: false })
  if (to === '') return unmailed()
  const [own, ofRecipient] = mailBudgets.stranger(to, clientIp)
  // Also a mail that fails counts here, as the caller chose where it goes.
  await throttle(services, ...own)
  let url = ''
  const send: Needs['mailer']['send'] = (mail) =>
    services.mailer.send(mail).catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause })
    })
  const needs = { ...services, mailer: { send } }
  const isSent = await sendApplicantMail(needs, [ofRecipient], { to, formSessionId }, async () => {
    const made = await make(true)
    url = made.url
    return made.mail
  })
  return isSent ? { url, mailed: true } : unmailed()
}
