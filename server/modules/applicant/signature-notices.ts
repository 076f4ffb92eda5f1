import { notifyAddresses } from '../../mail/mails.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Tx } from '../../auth/actor.ts'

type Signed = { id: string; awaitsSignatureUntil: Date | null; company: { notifyEmails: string } }

/** Sends the notice that waited for the signature, or else one of its own. */
export async function addSignatureNotices(
  tx: Tx,
  { id, awaitsSignatureUntil, company }: Signed,
): Promise<void> {
  const isAwaited = awaitsSignatureUntil !== null && awaitsSignatureUntil > new Date()
  await tx.formSubmission.update({
    where: { id },
    data: { awaitsSignatureUntil: null },
    select: { id: true },
  })
  await addJob(tx, 'register-submission', { id })
  for (const to of notifyAddresses(company.notifyEmails))
    await addJob(tx, isAwaited ? 'notify' : 'notify-of-signature', { id, to })
}
