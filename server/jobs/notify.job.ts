import { asSystem } from '../auth/actor.ts'
import { notifyAddresses } from '../mail/addresses.ts'
import { newApplicationMail } from '../mail/new-application-mail.ts'
import { recordAudit } from '../modules/audit/audit.service.ts'
import type { Services } from '../services.ts'
import type { TaskPayloads } from './queue.ts'

/** Tells one of the company's addresses that an application has come in, unless it was taken off the list meanwhile. */
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
  // Sent twice after a crash in between, it still shows once where mail clients know it again.
  await mailer.send({ ...mail, to: [to], key: `${id}:${to}` })
}

/** After the last try staff see in the submission's history that a mail about it never went out. */
export async function notifyFailed(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { id }: TaskPayloads['notify'],
): Promise<void> {
  log.error({ submissionId: id }, 'a mail about this submission could not be sent')
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
