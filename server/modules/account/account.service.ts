import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { withSystem, type Actor } from '../../auth/actor.ts'
import { forgetDevices } from '../../auth/known-devices.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordOwnAction } from './own-action.ts'
import type { PasswordChange, Session } from './account.schema.ts'
import { requirePassword } from './reauthenticate.ts'

/** Sets the caller's own password and ends their other sessions. */
export async function changePassword(
  services: Services,
  actor: Actor,
  { currentPassword, password }: PasswordChange,
  ip: string,
): Promise<void> {
  await requirePassword(services, actor, currentPassword, ip)
  if (password === currentPassword) throw fieldError('password', serverMessages.account.samePassword)
  const passwordHash = await hashPassword(password, actor.userId)
  const others = { userId: actor.userId, id: { not: actor.sessionId } }
  const ended = await withSystem(services.db, 'sign-in', async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { passwordHash, passwordSetByOther: false } })
    await tx.passwordReset.deleteMany({ where: { userId: actor.userId } })
    await tx.knownDevice.deleteMany({ where: { userId: actor.userId } })
    return (await tx.loginSession.deleteMany({ where: others })).count
  })
  await recordOwnAction(services, actor, 'password-changed', ip, { sessionsEnded: ended })
}

export async function confirmSession(
  services: Services,
  actor: Actor,
  password: string,
  ip: string,
): Promise<string> {
  await requirePassword(services, actor, password, ip, 'password')
  const confirmedAt = await services.sessions.confirm(actor.sessionId)
  await recordOwnAction(services, actor, 'password-confirmed', ip)
  return new Date(confirmedAt.getTime() + LIMITS.confirmedMinutes * 60_000).toISOString()
}

export async function listSessions(services: Services, actor: Actor): Promise<Session[]> {
  const sessions = await services.sessions.list(actor.userId)
  return sessions.map(({ id, createdAt, lastSeenAt, ip, userAgent }) => ({
    id: toPublicId(services, id),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    ip,
    userAgent,
    current: id === actor.sessionId,
  }))
}

export async function endSession(services: Services, actor: Actor, name: string, ip: string): Promise<void> {
  const sessions = await services.sessions.list(actor.userId)
  const given = Buffer.from(name, 'base64url')
  const found = sessions.find(({ id }) => services.keys.verifyMac(given, 'session-name', id))
  if (!found) throw new AppError('not_found')
  await services.sessions.end(found.id)
  await forgetDevices(services.db, actor.userId)
  await recordOwnAction(services, actor, 'session-ended', ip)
}

export async function endOtherSessions(services: Services, actor: Actor, ip: string): Promise<number> {
  const ended = await services.sessions.endOthers(actor.userId, actor.sessionId)
  await forgetDevices(services.db, actor.userId)
  await recordOwnAction(services, actor, 'sessions-ended', ip, { sessionsEnded: ended })
  return ended
}

/** The id is a hash of the token, so callers get a keyed hash of it instead. */
const toPublicId = ({ keys }: Services, id: string): string =>
  keys.mac('session-name', id).toString('base64url')
