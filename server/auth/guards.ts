import { canPerform, type Action } from '#domain/actions'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { hasPermission, type Permission } from '#domain/permissions'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

/** Who calls, as far as it is known: `tokenRefused` where a token was sent that signs nobody in. */
type Caller = { actor: Actor | null; tokenRefused: boolean }

/**
 * Who is signed in, for calls on their own account: open before a required password change and second step, which these
 * calls make.
 *
 * @throws AppError unauthenticated
 */
export function requireAccount({ actor, tokenRefused }: Caller): Actor {
  if (actor) return actor
  throw new AppError('unauthenticated', tokenRefused ? serverMessages.sessionEnded : undefined)
}

/** Who is signed in. @throws AppError unauthenticated, password_change_required, otp_setup_required */
export const requireActor = (caller: Caller): Actor => requireSecured(requireAccount(caller))

/**
 * Who is signed in, where nobody has to be. A token that signs nobody in any more is no reason to go on as a stranger.
 *
 * @throws AppError unauthenticated, password_change_required, otp_setup_required
 */
export const optionalActor = (caller: Caller): Actor | null =>
  caller.actor === null && !caller.tokenRefused ? null : requireActor(caller)

function requireSecured(actor: Actor): Actor {
  if (actor.passwordChangeRequired) throw new AppError('password_change_required')
  if (actor.otpRequired && !actor.otp) throw new AppError('otp_setup_required')
  return actor
}

/**
 * The same, for those who hold at least one of these permissions. Whose rows they reach is the service's to scope.
 *
 * @throws AppError unauthenticated, password_change_required, otp_setup_required, forbidden
 */
export function requirePermission(caller: Caller, ...anyOf: [Permission, ...Permission[]]): Actor {
  const actor = requireActor(caller)
  if (!anyOf.some((permission) => hasPermission(actor, permission))) throw new AppError('forbidden')
  return actor
}

/**
 * The same, for those who may do this.
 *
 * @throws AppError unauthenticated, password_change_required, otp_setup_required, forbidden
 */
export function requireAction(caller: Caller, act: Action): Actor {
  const actor = requireActor(caller)
  if (!canPerform(actor, act)) throw new AppError('forbidden')
  return actor
}

/**
 * Refuses a sensitive act in a session whose user has not given the password within the last minutes.
 *
 * @throws AppError password_needed
 */
export function requireConfirmed({ confirmedAt }: Actor): void {
  const age = Date.now() - confirmedAt.getTime()
  if (age > LIMITS.confirmedMinutes * 60_000) throw new AppError('password_needed')
}
