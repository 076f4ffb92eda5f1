import { serverMessages } from '#domain/messages/server'
import type { SubmissionMail } from '#domain/submission-mail'
import type { Tx } from '../platform/database/db.ts'
import { fieldError } from '../errors.ts'
import { notifyAddresses } from '../platform/mail/mails.ts'
import type { Services } from '../services.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { findReaders } from '../desk/assignees.ts'

/** Sets whether the caller is mailed of new submissions. The first daily mail counts from now on. */
export async function setSubmissionMail(
  { db }: Pick<Services, 'db'>,
  { actor, ip }: AuditActor,
  submissionMail: SubmissionMail,
): Promise<void> {
  const { userId, companyId } = actor
  if (submissionMail === 'each' && companyId === null)
    throw fieldError('submissionMail', serverMessages.account.mailOfEach)
  await db.system('sign-in').write(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, submissionMail: { not: submissionMail } },
      data: { submissionMail, submissionMailAt: new Date() },
    })
    if (count === 0) return
    await recordEvent(tx, {
      companyId,
      actor,
      ip,
      act: 'user-updated',
      objectType: 'user',
      objectId: userId,
      detail: { submissionMail },
    })
  })
}

/** Recipients are the company's addresses and those of its users who ask for mails and see the submission, each once. */
export async function newSubmissionAddresses(
  client: Pick<Tx, 'user' | '$queryRaw'>,
  companyId: string,
  notifyEmails: string,
  submission: string,
): Promise<string[]> {
  const users = await findReaders(client, { companyId, submissionMail: 'each' }, submission)
  return [...new Set([...notifyAddresses(notifyEmails), ...users.map(({ email }) => email)])]
}
