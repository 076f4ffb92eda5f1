import type { RateName } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { asSystem, type Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { refund, throttle } from '../../auth/throttle.ts'
import { isTaken } from '../../database/is-taken.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAction } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { unknownAccount } from '../auth/unknown-account.ts'

type NewAddress = { id: string | null; email?: string | undefined; rate?: RateName }

const words = serverMessages.user

/**
 * Addresses are unique over all companies, so a conflict reveals that one is in use. To callers confined to
 * a company it doesn't tell where; conflicts are few per person and audited.
 *
 * @param user who gets the address; `id` null for a new one
 * @throws AppError conflict, too_many_requests
 */
export async function checkNewEmail(
  services: Services,
  by: AuditActor,
  tx: Tx,
  { id, email, rate = 'newEmailPerUser' }: NewAddress,
): Promise<void> {
  if (email === undefined) return
  const where = { emailKey: emailKey(email) }
  const seen = await tx.user.findUnique({ where, select: { id: true } })
  // Records are often sent back whole.
  if (seen !== null && seen.id === id) return
  if (!reachesAllCompanies(by.actor)) {
    const caller = by.actor.userId
    await throttle(services, rate, caller)
    // Counted before the outcome is known; otherwise parallel calls would all pass.
    await throttle(services, 'emailConflictPerUser', caller)
    const users = await asSystem(services.db, 'sign-in', (client) => client.user.count({ where }))
    if (seen === null && users > 0) {
      await recordConflict(services, by, where.emailKey)
      throw conflict(words.emailUnusable)
    }
    await refund(services, 'emailConflictPerUser', caller)
  }
  if (seen) throw conflict(words.emailTaken)
}

/** For an address that another call has taken meanwhile. */
export function rejectTaken(error: unknown): never {
  throw isTaken(error) ? conflict(words.emailUnusable, error) : error
}

const conflict = (sentence: string, cause?: unknown): AppError =>
  new AppError('conflict', sentence, { fields: { email: sentence }, cause })

/** Only a keyed hash: the address may belong to another company's user. */
const recordConflict = (services: Services, by: AuditActor, key: string): Promise<void> =>
  recordAction(
    services,
    by,
    'email-conflict',
    { companyId: by.actor.companyId, objectType: 'user', objectId: '' },
    { address: unknownAccount(services, key).unknownAccount },
  )
