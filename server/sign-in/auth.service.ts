import type { EventDetail } from '#domain/events'
import { serverMessages } from '#domain/messages/server'
import { LIMITS, type RateName } from '#domain/limits'
import type { Actor } from '../auth/actor.ts'
import { deviceCookie, findKnownDevice, rememberDevice, type KnownDevice } from '../auth/known-devices.ts'
import { emailKey } from '../auth/email-key.ts'
import { hasOtp, takeCode, type UsedCode } from '../auth/otp.ts'
import { verifyPassword } from '../auth/passwords.ts'
import type { Client } from '../auth/sessions.ts'
import { addressKey, refund } from '../auth/throttle.ts'
import { AppError, fieldError } from '../errors.ts'
import type { User } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { recordEventNow, recordOwnAction, type AuditActor } from '../events/record-event.ts'
import type { Credentials, Me, SecondStep, SignedIn } from './auth.schema.ts'
import { countAttempt, isThrottled, unknownAccount } from './count-try.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/database/db.ts'

const LIFETIME_MS = LIMITS.otpTicketMinutes * 60_000
const TICKET = /^([^.]+)\.(\d+)\.([A-Za-z0-9_-]{43})$/

/** Proves that the user has just given the password: `<user>.<end, ms>.<mac>`. A new password voids it. */
function newTicket(
  { keys }: { keys: KeyRing },
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): string {
  const end = String(Date.now() + LIFETIME_MS)
  return `${id}.${end}.${keys.mac('sign-in-ticket', id, end, passwordHash).toString('base64url')}`
}

/** The ticket's active user; null for a ticket that is forged, too old or void. */
async function findTicketHolder(
  { db, keys }: { db: Database; keys: KeyRing },
  ticket: string,
): Promise<User | null> {
  const [, userId = '', end = '', mac = ''] = TICKET.exec(ticket) ?? []
  if (!(Number(end) > Date.now())) return null
  const user = await db.system('sign-in').read((client) => client.user.findUnique({ where: { id: userId } }))
  if (!user?.active) return null
  const given = Buffer.from(mac, 'base64url')
  return keys.verifyMac(given, 'sign-in-ticket', user.id, end, user.passwordHash) ? user : null
}

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

  const user = await db
    .system('sign-in')
    .read((client) => client.user.findUnique({ where: { emailKey: key } }))
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
  detail?: EventDetail<'sign-in-refused'>,
) =>
  recordEventNow(services, {
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
    role: role && { ...role, permissions: actor.permissions.slice(), scope: actor.scope },
    otp: actor.otp,
    sso: actor.sso,
    otpRequired: actor.otpRequired,
    passwordChangeRequired: actor.passwordChangeRequired,
    submissionMail: actor.submissionMail,
  }
}

const toRole = (actor: Actor): SignedIn['role'] =>
  actor.roleId === null ? null : { id: actor.roleId, name: actor.roleName, userType: actor.userType }

type SignInTries = { overLimit: AppError | null; refund(): Promise<void> }

/**
 * Counts a try: on a known device by the device alone, else by address, by account and address, and by
 * account.
 */
async function countSignIn(
  services: Services,
  { emailKey, device, ip }: { emailKey: string; device: KnownDevice | null; ip: string },
): Promise<SignInTries> {
  const attempt = { refused: 'sign-in-refused', tried: { emailKey }, ip } as const
  const address = addressKey(ip)
  const rates: [RateName, string[]][] = device
    ? [['loginPerDevice', [device.id]]]
    : [
        ['loginPerAddress', [address]],
        ['loginPerAccountAndAddress', [emailKey, address]],
      ]
  for (const [rate, keyParts] of rates) await countAttempt(services, rate, keyParts, attempt)
  let overLimit: AppError | null = null
  if (!device) {
    overLimit = await countAttempt(services, 'loginPerAccount', [emailKey], attempt).then(
      () => {
        rates.push(['loginPerAccount', [emailKey]])
        return null
      },
      (error: unknown) => {
        if (!isThrottled(error)) throw error
        return error
      },
    )
  }
  return {
    overLimit,
    async refund() {
      await Promise.all(rates.map(([rate, keyParts]) => refund(services, rate, ...keyParts)))
    },
  }
}
