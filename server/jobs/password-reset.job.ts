import { isAdminUser } from '#domain/grants'
import { newResetToken } from '../auth/password-reset.ts'
import { mailBudgets, sendWithin, type Budget } from '../platform/mail/applicant-mail.ts'
import { passwordResetMail } from '../platform/mail/mails.ts'
import { recordEventNow } from '../events/record-event.ts'
import { parseSignIn } from '../entities/company/sign-in.schema.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'log' | 'mailer' | 'publicUrl'>
type Payload = TaskPayloads['password-reset']

export const passwordReset = (services: Needs, payload: Payload) => mailReset(services, payload, () => [])

/** Administrators choose whom they import, so these mails have a budget. */
export const invitation = (services: Needs, payload: Payload) =>
  mailReset(services, payload, ({ email, companyId }) => [mailBudgets.company(email, companyId ?? '')])

/** The link carries the token after the #, which browsers never send to a server. */
async function mailReset(
  services: Needs,
  { id, ip }: Payload,
  budgetsOf: (user: { email: string; companyId: string | null }) => Budget[],
): Promise<void> {
  const { db, keys, mailer, publicUrl } = services
  const user = await db
    .system('job')
    .read((client) => client.user.findUnique({ where: { id }, include: { role: true, company: true } }))
  if (!user?.active) return
  if (parseSignIn(user.company?.signIn)?.enforced === true && !isAdminUser(user)) return
  const send = async () => {
    const token = await newResetToken({ db, keys }, user)
    const mail = passwordResetMail(user.company?.nameOut ?? null, `${publicUrl}/reset-password#${token}`)
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
