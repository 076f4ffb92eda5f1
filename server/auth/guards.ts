import { may, type Act } from '#domain/acts'
import { serverMessages } from '#domain/messages/server'
import { can, type Permission } from '#domain/permissions'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

/** Who calls, as far as it is known: `tokenRefused` where a token was sent that signs nobody in. */
type Caller = { actor: Actor | null; tokenRefused: boolean }

/** Who is signed in. @throws AppError unauthenticated */
export function requireActor({ actor, tokenRefused }: Caller): Actor {
  if (actor) return actor
  throw new AppError('unauthenticated', tokenRefused ? serverMessages.sessionEnded : undefined)
}

/**
 * The same, for those who hold at least one of these permissions. Whose rows they reach is the service's to scope.
 *
 * @throws AppError unauthenticated, forbidden
 */
export function requirePermission(caller: Caller, ...anyOf: [Permission, ...Permission[]]): Actor {
  const actor = requireActor(caller)
  if (!anyOf.some((permission) => can(actor, permission))) throw new AppError('forbidden')
  return actor
}

/**
 * The same, for those who may do this.
 *
 * @throws AppError unauthenticated, forbidden
 */
export function requireAct(caller: Caller, act: Act): Actor {
  const actor = requireActor(caller)
  if (!may(actor, act)) throw new AppError('forbidden')
  return actor
}
