import { serverMessages } from '#domain/messages/server'
import { asSystem, withActor, type Actor } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { hasOtp, takeCode, type UsedCode } from '../../auth/otp.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import type { Client } from '../../auth/sessions.ts'
import { newTicket, ticketHolder } from '../../auth/sign-in-ticket.ts'
import { addressKey, giveBack } from '../../auth/throttle.ts'
import { AppError, fieldRefusal } from '../../errors.ts'
import type { User } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import type { Credentials, Me, SecondStep, SignedIn } from './auth.schema.ts'
import { countTry } from './count-try.ts'
import { unknownAccount } from './unknown-account.ts'

/**
 * Signs in. Tries count per account and per address, right ones excepted; which of unknown, wrong and inactive it
 * was is told to nobody. With two-step sign-in the right password gets a ticket for `verifySignIn`.
 *
 * @throws AppError unauthenticated, otp_required with a ticket, too_many_requests
 */
export async function signIn(services: Services, input: Credentials, client: Client): Promise<SignedIn> {
  const key = emailKey(input.email)
  const address = addressKey(client.ip)
  const door = { refused: 'sign-in-refused', tried: { emailKey: key }, ip: client.ip } as const
  await countTry(services, 'loginPerAddress', address, door)
  await countTry(services, 'loginPerAccount', key, door)

  const user = await asSystem(services.db, 'sign-in', (db) =>
    db.user.findUnique({ where: { emailKey: key } }),
  )
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !matches || !user.active) {
    await recordAudit(services, {
      companyId: user?.companyId ?? null,
      actor: null,
      act: 'sign-in-refused',
      objectType: 'user',
      objectId: user?.id ?? '',
      ip: client.ip,
      detail: user ? { active: user.active } : unknownAccount(services, key),
    })
    throw new AppError('unauthenticated', serverMessages.invalidCredentials)
  }

  await Promise.all([
    giveBack(services, 'loginPerAddress', address),
    giveBack(services, 'loginPerAccount', key),
  ])
  if (await hasOtp(services, user.id)) {
    throw new AppError('otp_required', undefined, { ticket: newTicket(services, user) })
  }
  return startSession(services, user, client)
}

/**
 * The second step of signing in. Tries count per account and per address, right ones excepted.
 *
 * @throws AppError unauthenticated for a ticket that is no good any more, invalid_input for a wrong code,
 *   too_many_requests
 */
export async function verifySignIn(
  services: Services,
  { ticket, code }: SecondStep,
  client: Client,
): Promise<SignedIn> {
  const address = addressKey(client.ip)
  const door = { refused: 'sign-in-refused', tried: null, ip: client.ip } as const
  await countTry(services, 'loginPerAddress', address, door)
  const user = await ticketHolder(services, ticket)
  if (!user) throw new AppError('unauthenticated', serverMessages.account.ticketExpired)
  await countTry(services, 'codePerAccount', user.id, { ...door, tried: { id: user.id } })

  const used = await takeCode(services, user.id, code)
  if (used === null) {
    await recordAudit(services, {
      companyId: user.companyId,
      actor: null,
      act: 'sign-in-refused',
      objectType: 'user',
      objectId: user.id,
      ip: client.ip,
      detail: { wrongCode: true },
    })
    throw fieldRefusal('code', serverMessages.account.wrongCode)
  }
  await Promise.all([
    giveBack(services, 'loginPerAddress', address),
    giveBack(services, 'codePerAccount', user.id),
  ])
  return startSession(services, user, client, used)
}

async function startSession(
  services: Services,
  user: User,
  client: Client,
  code: UsedCode | null = null,
): Promise<SignedIn> {
  const token = await services.sessions.start(user.id, client, user.passwordHash)
  const actor = await services.sessions.actorOf(token)
  // Deactivated in this very moment.
  if (!actor) throw new AppError('unauthenticated', serverMessages.invalidCredentials)
  await recordAudit(services, {
    companyId: actor.companyId,
    actor,
    act: 'sign-in',
    objectType: 'user',
    objectId: actor.userId,
    ip: client.ip,
    detail: code === null ? {} : { code },
  })
  return { token, role: roleOf(actor), permissions: actor.permissions.slice() }
}

/** Signs out on the server: the token signs nobody in from here on. */
export async function signOut(services: Services, actor: Actor, ip: string): Promise<void> {
  await services.sessions.end(actor.sessionId)
  await recordAudit(services, {
    companyId: actor.companyId,
    actor,
    act: 'sign-out',
    objectType: 'user',
    objectId: actor.userId,
    ip,
  })
}

/** The caller's own record, as the panel needs it. */
export async function whoAmI(services: Services, actor: Actor): Promise<Me> {
  const user = await withActor(services.db, actor, (tx) =>
    tx.user.findUnique({
      where: { id: actor.userId },
      select: { slug: true, company: { select: { id: true, nameOut: true } } },
    }),
  )
  const role = roleOf(actor)
  return {
    id: actor.userId,
    email: actor.email,
    name: actor.name,
    isAdmin: actor.isAdmin,
    slug: user?.slug ?? null,
    company: user?.company ?? null,
    role: role && { ...role, permissions: actor.permissions.slice() },
    otp: actor.otp,
    otpRequired: actor.otpRequired,
    passwordChangeRequired: actor.passwordChangeRequired,
  }
}

const roleOf = (actor: Actor): SignedIn['role'] =>
  actor.roleId === null ? null : { id: actor.roleId, name: actor.roleName, userType: actor.userType }
