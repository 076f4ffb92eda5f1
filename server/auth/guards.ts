import { canPerform, type Action } from '#domain/actions'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { hasPermission, type Permission } from '#domain/permissions'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { describeNeeds, takesKeys, type Needs } from './needs.ts'

/** `tokenRefused`: the request's token is unknown or expired. `refusal`: why its API key is not accepted. */
type Caller = { actor: Actor | null; tokenRefused: boolean; refusal: AppError | null }

function requireCaller({ actor, tokenRefused, refusal }: Caller): Actor {
  if (refusal) throw refusal
  if (actor) return actor
  throw new AppError('unauthenticated', tokenRefused ? serverMessages.sessionEnded : undefined)
}

/** For calls on the caller's own account, which are open before a required password change and second step. */
export const requireAccount = (caller: Caller): Actor => requirePerson(requireCaller(caller))

export function requirePerson(actor: Actor): Actor {
  if (actor.apiKey) throw new AppError('forbidden', serverMessages.apiKey.person)
  return actor
}

export function requireActor(caller: Caller): Actor {
  const actor = requireCaller(caller)
  if (actor.passwordChangeRequired) throw new AppError('password_change_required')
  if (actor.otpRequired && !actor.otp) throw new AppError('otp_setup_required')
  return actor
}

/** For public calls. An expired token is an error, so that its user does not go on as a stranger. */
export const optionalActor = (caller: Caller): Actor | null =>
  caller.actor === null && !caller.tokenRefused ? null : requireActor(caller)

export function requirePermission(caller: Caller, ...anyOf: [Permission, ...Permission[]]): Actor {
  const actor = requireActor(caller)
  if (!anyOf.some((permission) => hasPermission(actor, permission))) throw denied(actor, anyOf)
  return actor
}

export function requireAction(caller: Caller, action: Action): Actor {
  const actor = requireActor(caller)
  if (!canPerform(actor, action)) throw denied(actor, action)
  return actor
}

/** For calls that are open to every user: of a key they need the action. */
export function requireOfKey(actor: Actor, action: Action): void {
  if (actor.apiKey && !canPerform(actor, action)) throw denied(actor, action)
}

const denied = ({ apiKey }: Actor, needs: Needs): AppError => {
  if (apiKey && !takesKeys(needs)) return new AppError('forbidden', serverMessages.apiKey.person)
  const sentence = apiKey ? serverMessages.apiKey.lacks : serverMessages.accessDenied
  return new AppError('forbidden', `${sentence} ${describeNeeds(needs).replaceAll('`', '')}`)
}

/** Requires the password to have been given within the last minutes. @throws AppError password_needed */
export function requireConfirmed(actor: Actor): void {
  const age = Date.now() - requirePerson(actor).confirmedAt.getTime()
  if (age > LIMITS.confirmedMinutes * 60_000) throw new AppError('password_needed')
}
