import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../auth/actor.ts'
import { forgetDevices } from '../auth/known-devices.ts'
import { hashPassword } from '../auth/passwords.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Services } from '../services.ts'
import { recordOwnAction, type AuditActor } from '../events/record-event.ts'
import type { PasswordChange, Session } from './account.schema.ts'
import { requirePassword } from './reauthenticate.ts'

export async function changePassword(
  services: Services,
  by: AuditActor,
  input: PasswordChange,
): Promise<void> {
  const { currentPassword, password } = input
  const { userId, sessionId } = by.actor
  await requirePassword(services, by, currentPassword)
  if (password === currentPassword) throw fieldError('password', serverMessages.account.samePassword)
  const passwordHash = await hashPassword(password, userId)
  const others = { userId, id: { not: sessionId } }
  const ended = await services.db.system('sign-in').write(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash, passwordSetByOther: false } })
    await tx.passwordReset.deleteMany({ where: { userId } })
    await tx.knownDevice.deleteMany({ where: { userId } })
    return (await tx.loginSession.deleteMany({ where: others })).count
  })
  await recordOwnAction(services, by, 'password-changed', { sessionsEnded: ended })
}

export async function confirmSession(services: Services, by: AuditActor, password: string): Promise<string> {
  await requirePassword(services, by, password, 'password')
  const confirmedAt = await services.sessions.confirm(by.actor.sessionId)
  await recordOwnAction(services, by, 'password-confirmed')
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

export async function endSession(services: Services, by: AuditActor, name: string): Promise<void> {
  const sessions = await services.sessions.list(by.actor.userId)
  const given = Buffer.from(name, 'base64url')
  const found = sessions.find(({ id }) => services.keys.verifyMac(given, 'session-name', id))
  if (!found) throw new AppError('not_found')
  await services.sessions.end(found.id)
  await forgetDevices(services.db, by.actor.userId)
  await recordOwnAction(services, by, 'session-ended')
}

export async function endOtherSessions(services: Services, by: AuditActor): Promise<number> {
  const { userId, sessionId } = by.actor
  const ended = await services.sessions.endOthers(userId, sessionId)
  await forgetDevices(services.db, userId)
  await recordOwnAction(services, by, 'sessions-ended', { sessionsEnded: ended })
  return ended
}

/** The id is a hash of the token, so callers get a keyed hash of it instead. */
const toPublicId = ({ keys }: Services, id: string): string =>
  keys.mac('session-name', id).toString('base64url')
