import { asSystem } from '../auth/actor.ts'
import { newApplicationMail, notifyAddresses } from '../mail/mails.ts'
import { recordAudit } from '../modules/audit/audit.service.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

export async function notify(
  { db, mailer, publicUrl }: Pick<Services, 'db' | 'mailer' | 'publicUrl'>,
  { id, to }: TaskPayloads['notify'],
): Promise<void> {
  const submission = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: { company: { select: { nameOut: true, notifyEmails: true } } },
    }),
  )
  if (!submission || !notifyAddresses(submission.company.notifyEmails).includes(to)) return
  const mail = newApplicationMail(submission.company.nameOut, `${publicUrl}/admin/forms/${id}`)
  // After a crash the mail may be sent twice; mail clients that compare message ids show it once.
  await mailer.send({ ...mail, to: [to], key: `${id}:${to}` })
}

export async function notifyFailed(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { id }: TaskPayloads['notify'],
): Promise<void> {
  log.error({ submissionId: id }, 'could not send a notification about this submission')
  const submission = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({ where: { id }, select: { companyId: true } }),
  )
  if (!submission) return
  await recordAudit(
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
