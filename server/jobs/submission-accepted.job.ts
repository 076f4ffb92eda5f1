import { parseApplicantSettings } from '#domain/applicant-settings'
import { withSystem } from '../auth/actor.ts'
import { notifyAddresses } from '../mail/mails.ts'
import { addJob, type TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

export async function submissionAccepted(
  { db }: Pick<Services, 'db'>,
  { id }: TaskPayloads['submission-accepted'],
): Promise<void> {
  await withSystem(db, 'job', async (tx) => {
    const submission = await tx.formSubmission.findUnique({
      where: { id },
      select: { company: { select: { notifyEmails: true, applicantSettings: true } } },
    })
    if (!submission) return
    const { notifyEmails, applicantSettings } = submission.company
    await addJob(tx, 'application-pdf', { id })
    if (parseApplicantSettings(applicantSettings).receiptMail) await addJob(tx, 'receipt-mail', { id })
    // One job per address: a refused address must not repeat the mail to the others.
    for (const to of notifyAddresses(notifyEmails)) await addJob(tx, 'notify', { id, to })
  })
}
