import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Tx } from '../../platform/database/db.ts'
import { emailKey } from '../../auth/email-key.ts'
import { refund, throttle, throttleBy } from '../../auth/throttle.ts'
import { isTaken } from '../../platform/database/database-error.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAction, type AuditActor } from '../../events/record-event.ts'
import { unknownAccount } from '../../sign-in/count-try.ts'

type NewAddress = { id: string | null; email?: string | undefined }

const words = serverMessages.user

/**
 * Addresses are unique over all companies, so a conflict reveals that one is in use. To callers confined to
 * a company it doesn't tell where; conflicts are few per person and audited.
 * @param user who gets the address; `id` null for a new one
 * @throws AppError conflict, too_many_requests
 */
export async function checkNewEmail(
  services: Services,
  by: AuditActor,
  tx: Tx,
  { id, email }: NewAddress,
): Promise<void> {
  if (email === undefined) return
  const where = { emailKey: emailKey(email) }
  const seen = await tx.user.findUnique({ where, select: { id: true } })
  // Records are often sent back whole.
  if (seen !== null && seen.id === id) return
  if (!reachesAllCompanies(by.actor)) {
    const caller = by.actor.userId
    await throttle(services, 'newEmailPerUser', caller)
    // Counted before the outcome is known; otherwise parallel calls would all pass.
    await throttle(services, 'emailConflictPerUser', caller)
    const users = await services.db.system('sign-in').read((client) => client.user.count({ where }))
    if (seen === null && users > 0) {
      await recordConflict(services, by, where.emailKey)
      throw emailUnusable()
    }
    await refund(services, 'emailConflictPerUser', caller)
  }
  if (seen) throw conflict(words.emailTaken)
}

/** The same for many addresses. @returns those in use in other companies @throws AppError too_many_requests */
export async function checkNewEmails(services: Services, by: AuditActor, keys: string[]) {
  if (reachesAllCompanies(by.actor) || keys.length === 0) return new Set<string>()
  const caller = by.actor.userId
  await throttleBy(keys.length, services, 'importedEmailPerUser', caller)
  const find = { where: { emailKey: { in: keys } }, select: { emailKey: true } }
  const used = await services.db.system('sign-in').read((client) => client.user.findMany(find))
  if (used.length > 0) await throttleBy(used.length, services, 'emailConflictPerUser', caller)
  await Promise.all(used.map((user) => recordConflict(services, by, user.emailKey)))
  return new Set(used.map((user) => user.emailKey))
}

/** For an address that another call has taken meanwhile. */
export function rejectTaken(error: unknown): never {
  throw isTaken(error) ? emailUnusable(error) : error
}

export const emailUnusable = (cause?: unknown): AppError => conflict(words.emailUnusable, cause)

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
