import { toMailbox } from '#domain/email-addresses'
import { RATES } from '#domain/limits'
import { toReference } from '#domain/reference'
import { sendWithin } from '../platform/mail/applicant-mail.ts'
import { companyMail, mentionMail } from '../platform/mail/mails.ts'
import { recordEventNow } from '../events/record-event.ts'
import { findReaders } from '../desk/assignees.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import type { Prisma } from '../generated/client.ts'

const RATE = 'mentionMailPerSubmissionAndRecipient'

/** The mail names the author and the reference, and no part of the note. Mentions soon after a mail wait and share the next one. */
export async function mention(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'log' | 'mailer' | 'publicUrl'>,
  { id, note, user }: TaskPayloads['mention'],
): Promise<void> {
  const { db, mailer, publicUrl } = services
  const found = await db.system('job').read(async (client) => {
    const select = { companyId: true, company: { select: { nameOut: true } } }
    const submission = await client.formSubmission.findUnique({ where: { id }, select })
    if (submission === null) return null
    const written = await client.submissionNote.findUnique({
      where: { id: note },
      select: { authorName: true },
    })
    const [reader] = await findReaders(client, { id: user, companyId: submission.companyId }, id)
    return reader && written ? { ...submission, reader, author: written.authorName } : null
  })
  if (!found) return
  const { author, company } = found
  const mail = mentionMail(company.nameOut, author, toReference(id), `${publicUrl}/admin/forms/${id}`)
  const to = found.reader.email
  const send = () => mailer.send({ ...mail, to: [to], key: `${note}:${user}` })
  const isSent = await sendWithin(services, [[RATE, id, toMailbox(to)]], send, { submissionId: id })
  if (!isSent) {
    const later = new Date(Date.now() + RATES[RATE].seconds * 1000)
    return db.system('job').write((tx) => addJob(tx, 'mention', { id, note, user }, later))
  }
  await recordEventNow(services, {
    companyId: found.companyId,
    actor: null,
    act: 'submission-mailed',
    ip: '',
    objectType: 'submission',
    objectId: id,
    detail: { about: 'mention', to: found.reader.name },
  })
}

const PROVIDER = { OR: [{ isAdmin: true }, { role: { userType: 'admin' as const } }] }

/** To the company's admins; to the provider's where it has none, and for what concerns all companies. */
export async function mailOfLostMaker(
  { db, mailer, publicUrl }: Services,
  { id, kind }: TaskPayloads['maker-lost'],
): Promise<void> {
  const mail = await db.system('job').read(async ({ webhook, savedView, user }) => {
    const query = { where: { id, makerLostAt: { not: null } }, include: { company: true } }
    const row = await (kind === 'webhook' ? webhook.findFirst(query) : savedView.findFirst(query))
    if (row === null) return null
    const { companyId, company } = row
    const find = (where: Prisma.UserWhereInput) => user.findMany({ where: { ...where, active: true } })
    const own = companyId === null ? [] : await find({ companyId, role: { userType: 'company' } })
    const to = (own.length > 0 ? own : await find(PROVIDER)).map(({ email }) => email)
    const link = `${publicUrl}/admin/${kind === 'webhook' ? 'webhooks' : 'forms'}`
    const content = companyMail(`${kind}MakerLost`, company?.nameOut ?? 'Intake', link)
    return { ...content, to, key: `${id}:${row.makerLostAt?.toISOString()}` }
  })
  if (mail && mail.to.length > 0) await mailer.send(mail)
}
