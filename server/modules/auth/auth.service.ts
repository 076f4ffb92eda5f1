import { serverMessages } from '#domain/messages/server'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { deviceCookie } from '../../auth/device-cookie.ts'
import { emailKey } from '../../auth/email-key.ts'
import { findKnownDevice, rememberDevice, type KnownDevice } from '../../auth/known-devices.ts'
import { hasOtp, takeCode, type UsedCode } from '../../auth/otp.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import type { Client } from '../../auth/sessions.ts'
import { newTicket, findTicketHolder } from '../../auth/sign-in-ticket.ts'
import { addressKey, refund } from '../../auth/throttle.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { User } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAudit, recordOwnAction, type AuditRecord } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import type { Credentials, Me, SecondStep, SignedIn } from './auth.schema.ts'
import { countSignIn } from './count-sign-in.ts'
import { countAttempt } from './count-try.ts'
import { unknownAccount } from './unknown-account.ts'

export type Visitor = Client & { deviceTokens: readonly string[] }

export type Welcome = SignedIn & { cookie: string }

/**
 * Never tells unknown, wrong and inactive apart. With two steps the right password gets a ticket for
 * `verifySignIn`.
 */
export async function signIn(services: Services, input: Credentials, visitor: Visitor): Promise<Welcome> {
  const { db } = services
  const key = emailKey(input.email)
  const device = await findKnownDevice(db, { emailKey: key }, visitor.deviceTokens)
  const { overLimit, refund } = await countSignIn(services, { emailKey: key, device, ip: visitor.ip })

  const user = await asSystem(db, 'sign-in', (client) => client.user.findUnique({ where: { emailKey: key } }))
  // Also for unknown accounts, so that the response time tells nothing.
  const withOtp = await hasOtp(services, user?.id ?? '')
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password, addressKey(visitor.ip))
  const isRight = user !== null && matches && user.active
  if (overLimit && !(isRight && withOtp)) throw overLimit
  if (!isRight) {
    const detail = user ? { active: user.active } : unknownAccount(services, key)
    await recordRefusal(services, user, visitor.ip, detail)
    throw new AppError('unauthenticated', serverMessages.invalidCredentials)
  }

  await refund()
  if (withOtp) throw new AppError('otp_required', undefined, { ticket: newTicket(services, user) })
  return startSession(services, user, visitor, device)
}

export const recordRefusal = (
  services: Services,
  user: Pick<User, 'id' | 'companyId'> | null,
  ip: string,
  detail: AuditRecord['detail'] = {},
) =>
  recordAudit(services, {
    companyId: user?.companyId ?? null,
    actor: null,
    act: 'sign-in-refused',
    objectType: 'user',
    objectId: user?.id ?? '',
    ip,
    detail,
  })

/** The ticket proves the password, so strangers cannot use up an account's codes. */
export async function verifySignIn(
  services: Services,
  { ticket, code }: SecondStep,
  visitor: Visitor,
): Promise<Welcome> {
  const attempt = { refused: 'sign-in-refused', tried: null, ip: visitor.ip } as const
  const user = await findTicketHolder(services, ticket)
  if (!user) {
    await countAttempt(services, 'loginPerAddress', [addressKey(visitor.ip)], attempt)
    throw new AppError('unauthenticated', serverMessages.account.ticketExpired)
  }
  const device = await findKnownDevice(services.db, { id: user.id }, visitor.deviceTokens)
  const [rate, counted] = device
    ? (['codePerDevice', device.id] as const)
    : (['codePerAccount', user.id] as const)
  await countAttempt(services, rate, [counted], { ...attempt, tried: { id: user.id } })

  const used = await takeCode(services, user.id, code)
  if (used === null) {
    await recordRefusal(services, user, visitor.ip, { wrongCode: true })
    throw fieldError('code', serverMessages.account.wrongCode)
  }
  await refund(services, rate, counted)
  return startSession(services, user, visitor, device, used)
}

export async function startSession(
  services: Services,
  user: User,
  visitor: Visitor,
  device: KnownDevice | null,
  code: UsedCode | null = null,
): Promise<Welcome> {
  const { ip, sso = false } = visitor
  const token = await services.sessions.start(user.id, visitor, user.passwordHash)
  const actor = await services.sessions.findActor(token)
  if (!actor) throw new AppError('forbidden', serverMessages.sso[sso ? 'secondStep' : 'required'])
  const deviceToken = await rememberDevice(services.db, user.id, device)
  await recordOwnAction(services, { actor, ip }, 'sign-in', { ...(code && { code }), ...(sso && { sso }) })
  return {
    token,
    role: toRole(actor),
    permissions: actor.permissions.slice(),
    cookie: deviceCookie(services.publicUrl, user.id, deviceToken),
  }
}

export async function signOut(services: Services, by: AuditActor): Promise<void> {
  await services.sessions.end(by.actor.sessionId)
  await recordOwnAction(services, by, 'sign-out')
}

export function whoAmI(actor: Actor): Me {
  const { companyId, companyName } = actor
  const role = toRole(actor)
  return {
    id: actor.userId,
    email: actor.email,
    name: actor.name,
    isAdmin: actor.isAdmin,
    slug: actor.slug,
    company: companyId === null || companyName === null ? null : { id: companyId, nameOut: companyName },
    role: role && { ...role, permissions: actor.permissions.slice() },
    otp: actor.otp,
    sso: actor.sso,
    otpRequired: actor.otpRequired,
    passwordChangeRequired: actor.passwordChangeRequired,
    submissionMail: actor.submissionMail,
  }
}

const toRole = (actor: Actor): SignedIn['role'] =>
  actor.roleId === null ? null : { id: actor.roleId, name: actor.roleName, userType: actor.userType }
