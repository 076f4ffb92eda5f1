import { isDeepStrictEqual } from 'node:util'
import { isAdminUser } from '#domain/grants'
import { isEmailAddress } from '#domain/email-addresses'
import { getOwn } from '#domain/get-own'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../platform/database/db.ts'
import { emailKey } from '../auth/email-key.ts'
import { isTaken } from '../platform/database/database-error.ts'
import { AppError } from '../errors.ts'
import type { Company, Role, User } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { SYSTEM } from '../events/record-event.ts'
import { recordChange } from '../events/audit/record-change.ts'
import { parseSignIn, type SignIn } from '../entities/company/sign-in.schema.ts'

export type Signing = { company: Company; signIn: SignIn }

export function toSigning(company: Company | null): Signing | null {
  const signIn = parseSignIn(company?.signIn)
  return company && signIn && { company, signIn }
}

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

const refusal = (why: 'noAccess' | 'unverified' | 'noGroup' | 'noAccount') =>
  new AppError('forbidden', serverMessages.sso[why])

/**
 * The company's user of the provider's subject, the first time of the verified address, else a new one. Gives the role
 * of the first mapped group.
 * @throws AppError forbidden
 */
export const resolveUser = ({ db }: Services, signing: Signing, claims: Claims, ip: string): Promise<User> =>
  db
    .system('sign-in')
    .write(async (tx) => {
      const ssoSubject = `${signing.signIn.issuer} ${claims.sub}`
      const user = await findUser(tx, signing, ssoSubject, claims)
      if (user && (!user.active || isAdminUser(user))) throw refusal('noAccess')
      const chosen = await chooseRole(tx, signing, claims, user)
      if (user === null) return provision(tx, signing, claims, { ssoSubject, roleId: chosen, ip })
      const before = { roleId: user.roleId, ssoSubject: user.ssoSubject }
      const after = { roleId: chosen ?? user.roleId, ssoSubject }
      // A write renews `updatedAt`.
      if (isDeepStrictEqual(before, after)) return user
      await recordChange(tx, { actor: SYSTEM, ip }, 'user-updated', user, before, after)
      return tx.user.update({ where: { id: user.id }, data: after })
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? refusal('noAccount') : error
    })

type Found = (User & { role: Role | null }) | null

async function findUser(tx: Tx, signing: Signing, ssoSubject: string, claims: Claims): Promise<Found> {
  const [companyId, include] = [signing.company.id, { role: true }]
  const linked = await tx.user.findFirst({ where: { companyId, ssoSubject }, include })
  if (linked) return linked
  // Microsoft's claim (xms_edov) for addresses whose domain it has verified.
  if (claims.email_verified !== true && claims.xms_edov !== true) throw refusal('unverified')
  const where = { companyId, emailKey: emailKey(toText(claims.email)) }
  const known = await tx.user.findFirst({ where, include })
  // The provider may have reassigned the e-mail address to another person.
  if (known?.ssoSubject?.startsWith(`${signing.signIn.issuer} `)) throw refusal('noAccount')
  return known
}

/** @returns null where no groups are mapped, and for the last who administers the company */
async function chooseRole(tx: Tx, { company, signIn }: Signing, claims: Claims, user: Found) {
  if (signIn.groupRoles.length === 0) return null
  const groups: unknown[] = [getOwn(claims, signIn.groupsClaim)].flat()
  const id = signIn.groupRoles.find(({ group }) => groups.includes(group))?.role ?? ''
  const places = [{ companyId: null }, { companyId: company.id }]
  const role = await tx.role.findFirst({ where: { id, userType: { not: 'admin' }, OR: places } })
  if (role === null) throw refusal('noGroup')
  if (role.userType === 'company' || user?.role?.userType !== 'company') return role.id
  const admins = { companyId: company.id, active: true, role: { userType: 'company' as const } }
  return (await tx.user.count({ where: admins })) === 1 ? null : role.id
}

type New = { ssoSubject: string; roleId: string | null; ip: string }

async function provision(tx: Tx, { company, signIn }: Signing, claims: Claims, made: New): Promise<User> {
  const { ssoSubject, roleId, ip } = made
  const email = toText(claims.email).trim()
  if (!roleId || !isEmailAddress(email) || !signIn.domains.includes(domainOf(email)))
    throw refusal('noAccount')
  const name = (toText(claims.name).trim() || email).slice(0, LIMITS.textLength)
  const person = { name, email, emailKey: emailKey(email), passwordHash: '', ssoSubject }
  const user = await tx.user.create({ data: { ...person, roleId, companyId: company.id } })
  const by = { actor: { userId: user.id, name }, ip }
  await recordChange(tx, by, 'user-provisioned', user, null, { name, email, role: roleId })
  return user
}

export const domainOf = (email: string): string => email.trim().toLowerCase().split('@').at(-1) ?? ''
