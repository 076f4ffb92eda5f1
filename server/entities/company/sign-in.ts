import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { canPerform } from '#domain/actions'
import { canGrantRole } from '#domain/grants'
import { serverMessages } from '#domain/messages/server'
import { isNarrowed, reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { signInSecretContext } from '../../platform/crypto/contexts.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { checkProvider } from '../../sign-in/provider.ts'
import type { UpdateInput } from './company.ts'
import { parseSignIn, signInVersion, type SignIn } from './sign-in.schema.ts'

const words = serverMessages.sso

export const isSignInChanged = (stored: { signIn: unknown }, { signIn: sent }: UpdateInput): boolean =>
  sent !== undefined && (sent?.clientSecret != null || !isDeepStrictEqual(sent, parseSignIn(stored.signIn)))

/** Ends the sessions of a provider that changes. A new version ends those that are being made, at their next request. */
export async function changeSignIn(
  { keys }: Services,
  tx: Tx,
  stored: Stored,
  { signIn: sent }: UpdateInput,
) {
  if (sent === undefined) return {}
  const { id } = stored
  const { signInSecret } = await tx.company.findUniqueOrThrow({
    where: { id },
    select: { signInSecret: true },
  })
  const { clientSecret: secret, ...signIn } = sent ?? {}
  const before = parseSignIn(stored.signIn)
  const isNewSecret =
    secret != null &&
    secret !== (signInSecret && keys.unwrap(signInSecret, signInSecretContext(id)).toString())
  const isChanged = isNewSecret || !isDeepStrictEqual(toProvider(signIn), toProvider(before ?? {}))
  if (isChanged) await tx.loginSession.deleteMany({ where: { sso: true, user: { companyId: id } } })
  if (sent === null) return { signIn: {}, signInSecret: null }
  const sealed = secret && keys.wrap(Buffer.from(secret), signInSecretContext(id))
  // Another provider must not be sent the secret of this one.
  const isKept = secret == null && before?.issuer === sent.issuer
  const version = isChanged ? randomUUID() : signInVersion(stored.signIn)
  return { signIn: { ...signIn, version }, ...(!isKept && { signInSecret: sealed || null }) }
}

type Stored = { id: string; signIn: unknown }

/** Without the settings that each request asks. */
const toProvider = ({ secondStep: _secondStep, enforced: _enforced, ...rest }: Partial<SignIn>) => rest

/** Before the transaction, as the provider may take its time. @throws AppError */
export async function checkSignIn(services: Services, actor: Actor, input: UpdateInput): Promise<void> {
  const { id, signIn: next } = input
  if (next === undefined) return
  const isToCheck = await services.db.as(actor).write(async (tx) => {
    const stored = orNotFound(await tx.company.findUnique({ where: { id }, select: { signIn: true } }))
    if (!isSignInChanged(stored, input)) return false
    if (!canPerform(actor, 'integration.manage')) throw new AppError('forbidden')
    requireConfirmed(actor)
    if (next === null) return false
    await checkRoles(tx, actor, id, next)
    await checkReach(tx, actor, id, parseSignIn(stored.signIn), next)
    return true
  })
  if (next !== null && isToCheck)
    await checkProvider(services, { company: { id, signInSecret: null }, signIn: next })
}

/** The provider decides who signs in as which user, so this caller must hold the rights of all of them; admins are exempt. */
async function checkRoles(tx: Tx, actor: Actor, id: string, { groupRoles }: SignIn): Promise<void> {
  const ids = groupRoles.map(({ role }) => role)
  const used = [{ id: { in: ids } }, { users: { some: { companyId: id } } }]
  const roles = await tx.role.findMany({ where: { userType: { not: 'admin' }, OR: used } })
  const own = roles.filter(({ companyId }) => companyId === null || companyId === id)
  if (!ids.every((role) => own.some((found) => found.id === role)))
    throw fieldError('signIn.groupRoles', serverMessages.choice.role)
  if (isNarrowed(actor) || !roles.every((role) => canGrantRole(actor, role)))
    throw new AppError('forbidden', words.beyondYou)
}

async function checkReach(tx: Tx, actor: Actor, id: string, before: SignIn | null, next: SignIn) {
  const isAdmin = reachesAllCompanies(actor)
  const added = next.domains.filter((domain) => before?.domains.includes(domain) !== true)
  const claims = added.map((domain) => ({ signIn: { path: ['domains'], array_contains: [domain] } }))
  const isFree = (await tx.company.count({ where: { id: { not: id }, OR: claims } })) === 0
  // The login page leads to the provider of an address, which may ask there for a password.
  if (added.length > 0 && !(isAdmin && isFree)) throw fieldError('signIn.domains', words.domains)
  const isTried = actor.sso && before?.issuer === next.issuer && before.clientId === next.clientId
  if (next.enforced && !isAdmin && !isTried) throw fieldError('signIn.enforced', words.tryFirst)
}
