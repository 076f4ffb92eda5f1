import { companyMail, type CompanyMail } from '../platform/mail/mails.ts'
import { newSubmissionAddresses } from '../account/submission-mail.service.ts'
import { recordEventNow } from '../events/record-event.ts'
import { findOwners } from '../desk/assignees.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'db' | 'mailer' | 'publicUrl'>
type Payload = TaskPayloads['notify']

export const mailOf =
  (about: CompanyMail) =>
  async (services: Needs, { id, to }: Payload) => {
    const { db, mailer, publicUrl } = services
    const submission = await db.system('job').read(async (client) => {
      const company = { select: { nameOut: true, notifyEmails: true } }
      const desk = { select: { ownerId: true } }
      const found = await client.formSubmission.findUnique({
        where: { id },
        select: { companyId: true, company, desk },
      })
      if (!found) return null
      const addresses = await newSubmissionAddresses(client, found.companyId, found.company.notifyEmails, id)
      if (addresses.includes(to)) return found
      // An owner may have lost access since. The provider's users belong to no company.
      const ofCompany = [{ companyId: found.companyId }, { companyId: null }]
      const owners = await findOwners(client, { id: found.desk?.ownerId ?? '', email: to, OR: ofCompany }, id)
      return owners.length > 0 ? found : null
    })
    if (!submission) return
    const mail = companyMail(about, submission.company.nameOut, `${publicUrl}/admin/forms/${id}`)
    // After a crash the mail may be sent twice; mail clients that compare message ids show it once.
    const key = about === 'newApplication' ? { key: `${id}:${to}` } : {}
    await mailer.send({ ...mail, to: [to], ...key })
  }

export async function notifyFailed(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { id }: Pick<Payload, 'id'>,
): Promise<void> {
  log.error({ submissionId: id }, 'could not send a notification about this submission')
  const submission = await db
    .system('job')
    .read((client) => client.formSubmission.findUnique({ where: { id }, select: { companyId: true } }))
  if (!submission) return
  await recordEventNow(
    { db },
    {
      companyId: submission.companyId,
      actor: null,
      act: 'submission-notice-failed',
      objectType: 'submission',
      objectId: id,
      ip: '',
    },
  )
}
