import { isAdminUser, canEditUser, canSetCredentials, canGrantRole } from '#domain/grants'
import { serverMessages } from '#domain/messages/server'
import type { LocalizedText } from '#domain/messages/localized-text'
import { isNarrowed } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { emailKey } from '../../auth/email-key.ts'
import { AppError, fieldError } from '../../errors.ts'
import { LOCKS } from '../../platform/database/locks.ts'
import type { Prisma } from '../../generated/client.ts'
import type { StoredRole, StoredUser, UpdateInput } from './user.ts'

const words = serverMessages.user

export const denied = (field: string, sentence: LocalizedText): AppError =>
  new AppError('forbidden', sentence, { fields: { [field]: sentence } })

const beyond = ({ apiKey }: Actor): LocalizedText => (apiKey ? serverMessages.apiKey.person : words.beyondYou)

/** Unchanged fields are always allowed. @param isProven whether the caller has just given their own password */
export function checkAuthority(actor: Actor, user: StoredUser, input: UpdateInput, isProven: boolean): void {
  if (!canEditUser(actor, user)) throw new AppError('forbidden', words.adminsOnly)
  // A key is not its creator where this is about a person.
  const isSelf = actor.apiKey === null && actor.userId === user.id
  if (isSelf && input.password !== undefined) throw denied('password', words.ownPassword)
  if (isSelf && input.otp !== undefined) throw denied('otp', words.ownOtp)
  if (input.active !== undefined && input.active !== user.active) {
    if (isSelf) throw denied('active', words.ownActive)
    if (!canSetCredentials(actor, user)) throw denied('active', beyond(actor))
  }
  if (movesOwnEmail(actor, user, input) && !isProven) {
    throw fieldError('currentPassword', words.ownEmail)
  }
  const taken = [
    ...(input.password === undefined ? [] : ['password']),
    ...(input.otp === undefined ? [] : ['otp']),
    ...(movesEmail(user, input) ? ['email'] : []),
  ]
  if (taken[0] !== undefined && !isSelf && !canTakeOver(actor, user)) throw denied(taken[0], beyond(actor))
}

/** An unattended desk must not be enough to take over the account. */
export const movesOwnEmail = (
  actor: Actor,
  user: { id: string; emailKey: string },
  input: Pick<UpdateInput, 'email'>,
): boolean => actor.apiKey === null && actor.userId === user.id && movesEmail(user, input)

const movesEmail = (user: { emailKey: string }, { email }: Pick<UpdateInput, 'email'>): boolean =>
  email !== undefined && emailKey(email) !== user.emailKey

/**
 * Setting a password, address or second step allows signing in as the user, so it needs all of the user's
 * permissions, and to see what the user sees.
 */
const canTakeOver = (actor: Actor, user: StoredUser): boolean =>
  !isNarrowed(actor) &&
  canSetCredentials(actor, user) &&
  (user.role === null || canGrantRole(actor, user.role))

/** Needs a confirmed session: these changes give power over the account or more power to it. */
export const isSensitive = (
  actor: Actor,
  user: StoredUser,
  input: UpdateInput,
  roleId: string | null,
): boolean =>
  input.password !== undefined ||
  input.otp !== undefined ||
  roleId !== (user.role?.id ?? null) ||
  (actor.userId !== user.id && movesEmail(user, input))

/** @throws AppError invalid_input for a static role, forbidden */
export function checkRoleChange(actor: Actor, user: StoredUser | null): void {
  if (user?.role?.isStatic === true) {
    throw new AppError('invalid_input', words.systemRole, { fields: { role: words.systemRole } })
  }
  if (user?.id === actor.userId) throw denied('role', words.ownRole)
  if (user !== null && !canSetCredentials(actor, user)) throw denied('role', beyond(actor))
}

/** Keeps at least one admin who can sign in. */
export async function checkAdminRemains(
  tx: Tx,
  user: StoredUser,
  after: { role: StoredRole | null; active: boolean },
): Promise<void> {
  const isOne = user.active && isAdminUser(user)
  if (!isOne || (after.active && isAdminUser({ isAdmin: user.isAdmin, role: after.role }))) return
  if ((await activeAdminsBut(tx, { id: user.id })) === 0)
    throw new AppError('conflict', words.lastAdmin, { fields: { active: words.lastAdmin } })
}

/** Takes a lock until the transaction ends, so that two admins who deactivate each other take turns. */
export async function activeAdminsBut(tx: Tx, these: Prisma.UserWhereInput): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.lastAdmin})`
  return tx.user.count({
    where: { active: true, OR: [{ isAdmin: true }, { role: { userType: 'admin' } }], NOT: these },
  })
}

/** `companyId` null: a company that does not exist yet. */
export const canLeadWhere = (companyId: string | null): Prisma.UserWhereInput => ({
  OR: [{ isAdmin: true }, { role: { userType: 'admin' } }, ...(companyId === null ? [] : [{ companyId }])],
})
