import { serverMessages } from '#domain/messages/server'
import type { SubmissionMail } from '#domain/submission-mail'
import { withSystem, type Tx } from '../../auth/actor.ts'
import { fieldError } from '../../errors.ts'
import { notifyAddresses } from '../../mail/mails.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
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
  await withSystem(db, 'sign-in', async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, submissionMail: { not: submissionMail } },
      data: { submissionMail, submissionMailAt: new Date() },
    })
    if (count === 0) return
    await recordAuditIn(tx, {
      ...{ companyId, actor, ip, act: 'user-updated', objectType: 'user', objectId: userId },
      detail: { submissionMail },
    })
  })
}

/** Who is mailed of each new submission: the company's addresses and its users who ask for it, each address once. */
export async function newSubmissionAddresses(
  client: Pick<Tx, 'user'>,
  companyId: string,
  notifyEmails: string,
): Promise<string[]> {
  const users = await findReaders(client, { companyId, submissionMail: 'each' })
  return [...new Set([...notifyAddresses(notifyEmails), ...users.map(({ email }) => email)])]
}
