import { notifyAddresses } from '../../mail/mails.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Tx } from '../../auth/actor.ts'
import { newSubmissionAddresses } from '../account/submission-mail.service.ts'

type Signed = {
  id: string
  companyId: string
  awaitsSignatureUntil: Date | null
  company: { notifyEmails: string }
}

/** Sends the notice that waited for the signature, or else one of its own. */
export async function addSignatureNotices(
  tx: Tx,
  { id, companyId, awaitsSignatureUntil, company: { notifyEmails } }: Signed,
): Promise<void> {
  const isAwaited = awaitsSignatureUntil !== null && awaitsSignatureUntil > new Date()
  await tx.formSubmission.update({
    where: { id },
    data: { awaitsSignatureUntil: null },
    select: { id: true },
  })
  await addJob(tx, 'register-submission', { id })
  const addresses = isAwaited
    ? await newSubmissionAddresses(tx, companyId, notifyEmails)
    : notifyAddresses(notifyEmails)
  for (const to of addresses) await addJob(tx, isAwaited ? 'notify' : 'notify-of-signature', { id, to })
}
