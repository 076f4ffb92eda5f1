import { parseApplicantSettings } from '#domain/applicant-settings'
import { LIMITS } from '#domain/limits'
import { newSubmissionAddresses } from '../account/submission-mail.service.ts'
import { applicantLinkExpiry } from '../applicant/applicant-link.ts'
import { assignByTurns } from '../desk/assign-by-turns.ts'
import { findReaders } from '../desk/assignees.ts'
import { addNotices } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueStatements } from '../statements/queue-statements.ts'
import { inviteSelect, readInvite } from '../submissions/signing/read-invite.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

export async function submissionAccepted(
  { db, keys, log }: Pick<Services, 'db' | 'keys' | 'log'>,
  { id }: TaskPayloads['submission-arrived'],
): Promise<void> {
  await db.system('job').write(async (tx) => {
    const submission = await tx.formSubmission.findUnique({
      where: { id },
      select: {
        ...inviteSelect,
        createdAt: true,
        companyId: true,
        link: { select: { userId: true } },
        company: { select: { notifyEmails: true, applicantSettings: true } },
      },
    })
    if (!submission) return
    const { companyId, company, link } = submission
    await assignByTurns(tx, id)
    await tellOfArrival(tx, id, companyId, link.userId)
    await addJob(tx, 'register-submission', { id })
    await queueStatements(tx, id)
    await addJob(tx, 'seal-pdf', { id })
    const { receiptMail, waitForSecondSigner } = parseApplicantSettings(company.applicantSettings)
    // It tells the digest of the sealed PDF, which is usually there in seconds.
    const untilSealed = new Date(Date.now() + LIMITS.receiptMailWaitMs)
    // A job whose end was not recorded runs again, maybe after the PDF.
    const isMade = (await tx.submissionDesk.count({ where: { id, pdfState: { not: 'pending' } } })) > 0
    if (receiptMail) await addJob(tx, 'receipt-mail', { id }, isMade ? null : untilSealed)
    const invite = readInvite({ keys, log }, submission)
    const awaitsSignatureUntil =
      invite && waitForSecondSigner
        ? applicantLinkExpiry(LIMITS.signatureLinkDays, submission.createdAt.getTime())
        : null
    if (awaitsSignatureUntil)
      await tx.submissionDesk.update({ where: { id }, data: { awaitsSignatureUntil }, select: { id: true } })
    if (invite?.email) await addJob(tx, 'second-signer', { id })
    // One job per address: a refused address must not repeat the mail to the others.
    for (const to of await newSubmissionAddresses(tx, companyId, company.notifyEmails, id))
      await addJob(tx, 'notify', { id, to }, awaitsSignatureUntil)
  })
}

/** Users who are mailed of each, and the one whose link it was, get a notice. */
async function tellOfArrival(
  tx: Tx,
  id: string,
  companyId: string,
  linkUserId: string | null,
): Promise<void> {
  // The job may run twice.
  if ((await tx.notice.count({ where: { submissionId: id, kind: 'arrival' } })) > 0) return
  const asking = { OR: [{ id: linkUserId ?? '' }, { submissionMail: 'each' as const }] }
  const told = (await findReaders(tx, { companyId, ...asking }, id)).map((user) => user.id)
  await addNotices(tx, [{ act: 'submission-created', companyId, actor: null, objectId: id, ip: '', told }])
}
