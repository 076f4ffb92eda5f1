import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { withActor, type Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { refund, throttle } from '../../auth/throttle.ts'
import { isTaken } from '../../database/is-taken.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAction } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { unknownAccount } from '../auth/unknown-account.ts'

/**
 * Addresses are unique over all companies, so a conflict reveals that one is in use. To callers confined to
 * a company it doesn't tell where; conflicts are few per person and audited.
 *
 * @param userId who has the address so far; null for a new user
 */
export async function withNewEmail<T>(
  services: Services,
  by: AuditActor,
  { email, userId }: { email: string | null; userId: string | null },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor } = by
  const run = () => withActor(services.db, actor, work)
  const key = email === null ? null : emailKey(email)
  if (key === null || reachesAllCompanies(actor) || (await hasEmail(services, by, userId, key))) {
    return run().catch((error: unknown) => {
      throw isTaken(error) ? conflict(serverMessages.user.emailTaken, error) : error
    })
  }

  await throttle(services, 'newEmailPerUser', actor.userId)
  // Counted before the outcome is known; otherwise parallel calls would all pass.
  await throttle(services, 'emailConflictPerUser', actor.userId)
  const refundAttempt = () => refund(services, 'emailConflictPerUser', actor.userId)
  try {
    const result = await run()
    await refundAttempt()
    return result
  } catch (error) {
    if (!isTaken(error)) {
      await refundAttempt()
      throw error
    }
    if (await isSeen(services, by, key)) {
      await refundAttempt()
      throw conflict(serverMessages.user.emailTaken, error)
    }
    await recordConflict(services, by, key)
    throw conflict(serverMessages.user.emailUnusable, error)
  }
}

const conflict = (sentence: string, cause: unknown): AppError =>
  new AppError('conflict', sentence, { fields: { email: sentence }, cause })

/** Records are often sent back whole. */
const hasEmail = async (
  { db }: Services,
  { actor }: AuditActor,
  userId: string | null,
  key: string,
): Promise<boolean> =>
  userId !== null &&
  (await withActor(db, actor, (tx) => tx.user.count({ where: { id: userId, emailKey: key } }))) > 0

const isSeen = async ({ db }: Services, { actor }: AuditActor, key: string): Promise<boolean> =>
  (await withActor(db, actor, (tx) => tx.user.count({ where: { emailKey: key } }))) > 0

/** Only a keyed hash: the address may belong to another company's user. */
const recordConflict = (services: Services, by: AuditActor, key: string): Promise<void> =>
  recordAction(
    services,
    by,
    'email-conflict',
    { companyId: by.actor.companyId, objectType: 'user', objectId: '' },
    { address: unknownAccount(services, key).unknownAccount },
  )
