import { isAdminUser } from '#domain/grants'
import { LIMITS } from '#domain/limits'
import { newResetToken } from '../auth/password-reset.ts'
import { mailBudgets, sendWithin, type Budget } from '../platform/mail/applicant-mail.ts'
import { passwordMail } from '../platform/mail/mails.ts'
import { recordEventNow } from '../events/record-event.ts'
import { parseSignIn } from '../entities/company/sign-in.schema.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'log' | 'mailer' | 'publicUrl'>
type Payload = TaskPayloads['password-reset']

export const passwordReset = (services: Needs, payload: Payload) =>
  mailLink(services, payload, { about: 'passwordReset', minutes: LIMITS.passwordResetMinutes })

/** Administrators choose whom they invite, so these mails have a budget. */
export const invitation = (services: Needs, payload: Payload) =>
  mailLink(services, payload, {
    about: 'invitation',
    minutes: LIMITS.invitationDays * 24 * 60,
    budgetsOf: ({ email, companyId }) => [mailBudgets.company(email, companyId ?? '')],
  })

type Kind = {
  about: 'passwordReset' | 'invitation'
  minutes: number
  budgetsOf?: (user: { email: string; companyId: string | null }) => Budget[]
}

/** The link carries the token after the #, which browsers never send to a server. */
async function mailLink(
  services: Needs,
  { id, ip }: Payload,
  { about, minutes, budgetsOf = () => [] }: Kind,
): Promise<void> {
  const { db, keys, mailer, publicUrl } = services
  const user = await db
    .system('job')
    .read((client) => client.user.findUnique({ where: { id }, include: { role: true, company: true } }))
  if (!user?.active) return
  if (parseSignIn(user.company?.signIn)?.enforced === true && !isAdminUser(user)) return
  const send = async () => {
    const token = await newResetToken({ db, keys }, user, minutes)
    const mail = passwordMail(about, user.company?.nameOut ?? null, `${publicUrl}/reset-password#${token}`)
    await mailer.send({ ...mail, to: [user.email], needsTls: true })
  }
  if (!(await sendWithin(services, budgetsOf(user), send, { userId: id }))) return
  await recordEventNow(services, {
    companyId: user.companyId,
    actor: null,
    act: 'password-reset-mailed',
    objectType: 'user',
    objectId: id,
    ip,
  })
}
