import { isAdminUser, canEditUser, canSetCredentials } from '#domain/authority'
import { canGrantRole } from '#domain/grants'
import { serverMessages } from '#domain/messages/server'
import type { LocalizedText } from '#domain/messages/localized-text'
import type { Actor, Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { AppError, fieldError } from '../../errors.ts'
import { activeAdminsBut } from './active-admins.ts'
import type { UpdateInput } from './user.schema.ts'
import type { StoredRole, StoredUser } from './user-row.ts'

/** What nobody may do to whom; what is left as it is, is always allowed (decisions section 5, security.md 3 and 5). */

const words = serverMessages.user

/** A refusal for want of authority over one field. */
export const denied = (field: string, sentence: LocalizedText): AppError =>
  new AppError('forbidden', sentence, { fields: { [field]: sentence } })

/**
 * @param isProven has the caller just given their own password?
 * @throws AppError forbidden; invalid_input for an own change of address without proof
 */
export function checkAuthority(actor: Actor, user: StoredUser, input: UpdateInput, isProven: boolean): void {
  if (!canEditUser(actor, user)) throw new AppError('forbidden', words.adminsOnly)
  const isSelf = actor.userId === user.id
  if (isSelf && input.password !== undefined) throw denied('password', words.ownPassword)
  if (isSelf && input.otp !== undefined) throw denied('otp', words.ownOtp)
  if (input.active !== undefined && input.active !== user.active) {
    if (isSelf) throw denied('active', words.ownActive)
    if (!canSetCredentials(actor, user)) throw denied('active', words.beyondYou)
  }
  if (movesOwnEmail(actor, user, input) && !isProven) {
    throw fieldError('currentPassword', words.ownEmail)
  }
  const taken = [
    ...(input.password === undefined ? [] : ['password']),
    ...(input.otp === undefined ? [] : ['otp']),
    ...(movesEmail(user, input) ? ['email'] : []),
  ]
  if (taken[0] !== undefined && !isSelf && !canTakeOver(actor, user)) throw denied(taken[0], words.beyondYou)
}

/** Their own address: whoever finds a desk unattended must not take the account with it. */
export const movesOwnEmail = (
  actor: Actor,
  user: { id: string; emailKey: string },
  input: Pick<UpdateInput, 'email'>,
): boolean => actor.userId === user.id && movesEmail(user, input)

const movesEmail = (user: { emailKey: string }, { email }: Pick<UpdateInput, 'email'>): boolean =>
  email !== undefined && emailKey(email) !== user.emailKey

/**
 * Whoever sets a password or the address by which it is reset, or takes the second step away, could sign in as the
 * user: that grants all they hold, whatever their rank.
 */
const canTakeOver = (actor: Actor, user: StoredUser): boolean =>
  canSetCredentials(actor, user) && (user.role === null || canGrantRole(actor, user.role))

/**
 * Does the change need a confirmed session? Setting another user's password, address, second step or role gives power
 * over the account or more power to it.
 *
 * @param roleId the user's role after the change
 */
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

/**
 * May the actor take this user's role away or replace it? `user` null: somebody new, who has none.
 *
 * @throws AppError invalid_input for a static one, forbidden
 */
export function checkRoleChange(actor: Actor, user: StoredUser | null): void {
  if (user?.role?.isStatic === true) {
    throw new AppError('invalid_input', words.systemRole, { fields: { role: words.systemRole } })
  }
  if (user?.id === actor.userId) throw denied('role', words.ownRole)
  if (user !== null && !canSetCredentials(actor, user)) throw denied('role', words.beyondYou)
}

/**
 * Refuses to leave the house without an admin who can sign in. Two admins who deactivate each other take turns.
 *
 * @param after the user's role and whether they are active, as they are to be
 * @throws AppError conflict
 */
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
