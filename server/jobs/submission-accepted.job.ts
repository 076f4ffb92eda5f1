import { withSystem } from '../auth/actor.ts'
import { notifyAddresses } from '../mail/addresses.ts'
import type { Services } from '../services.ts'
import { addJobSql, applicationPdfKey, type TaskPayloads } from './queue.ts'

/** What follows an accepted application: its PDF, and a mail to each of the company's addresses on its own. */
export async function submissionAccepted(
  { db }: Pick<Services, 'db'>,
  { id }: TaskPayloads['submission-accepted'],
): Promise<void> {
  await withSystem(db, 'job', async (tx) => {
    const submission = await tx.formSubmission.findUnique({
      where: { id },
      select: { company: { select: { notifyEmails: true } } },
    })
    if (!submission) return
    await tx.$executeRaw`SELECT 1 FROM ${addJobSql('application-pdf', { id }, applicationPdfKey(id))}`
    for (const to of notifyAddresses(submission.company.notifyEmails)) {
      await tx.$executeRaw`SELECT 1 FROM ${addJobSql('notify', { id, to }, `notify:${id}:${to}`)}`
    }
  })
}
