import type { Actor } from '../../auth/actor.ts'
import type { Page } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { emailKey } from '../../auth/email-key.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { forgetDevices } from '../../auth/known-devices.ts'
import { removeOtp } from '../../auth/otp.ts'
import { forgetResetTokens } from '../../auth/password-reset.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { newToken } from '../../auth/tokens.ts'
import type { Services } from '../../services.ts'
import { requirePassword } from '../../account/reauthenticate.ts'
import type { Snapshot } from '../../events/audit/record-change.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { addJob } from '../../platform/queue/add-job.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import { freeSlug } from '../link/free-slug.ts'
import { lockPlaces, setUserTeams } from '../team/memberships.ts'
import { checkNewEmail, rejectTaken } from './new-email.ts'
import { leaveOffices, resolvePlace, readTeamIds } from './user-place.ts'
import { user, users } from './user.ts'
import type { CreateInput, ListInput, UpdateInput, UserRow } from './user.ts'
import { checkAdminRemains, checkAuthority, isSensitive, movesOwnEmail } from './user-rules.ts'

export function listUsers(services: Services, by: AuditActor, input: ListInput): Promise<Page<UserRow>> {
  const { teamId } = input.filter ?? {}
  return users.list(services, by, input, teamId === undefined ? {} : { teams: { some: { teamId } } })
}

export async function createUser(services: Services, by: AuditActor, input: CreateInput): Promise<UserRow> {
  // Hashing is slow, so permissions are checked first.
  await services.db.as(by.actor).write((tx) => resolvePlace(tx, by.actor, null, input))
  // Without a password the hash is of a random one; the user sets another by the mailed link.
  const passwordHash = await hashPassword(input.password ?? newToken(), by.actor.userId)
  const slug = await resolveSlug(services, null, input.slug)
  return services.db
    .as(by.actor)
    .write(async (tx) => user.toRow(await addUser(services, by, tx, { ...input, slug, passwordHash })))
    .catch(rejectTaken)
}

type NewUser = CreateInput & { passwordHash: string }

/** @param input its slug is free */
async function addUser(services: Services, by: AuditActor, tx: Tx, input: NewUser) {
  await lockPlaces(tx, null, input)
  const { companyId, role, teams } = await resolvePlace(tx, by.actor, null, input)
  await checkNewEmail(services, by, tx, { ...input, id: null })
  const { id } = await tx.user.create({
    data: {
      name: input.name,
      email: input.email,
      emailKey: emailKey(input.email),
      passwordHash: input.passwordHash,
      passwordSetByOther: true,
      active: input.active ?? true,
      slug: input.slug ?? null,
      roleId: role?.id ?? null,
      companyId,
      externalId: input.externalId,
      metadata: input.metadata,
    },
    select: { id: true },
  })
  await setUserTeams(tx, by.actor, id, [], teams)
  const row = await users.find(tx, by.actor, id)
  await users.record(tx, by, 'user-created', [null, row])
  if (input.password === undefined) await addJob(tx, 'invitation', { id, ip: by.ip })
  return row
}

export async function updateUser(services: Services, by: AuditActor, sent: UpdateInput): Promise<UserRow> {
  await checkReadOnly(user.readOnly, sent, () => users.get(services, by, sent))
  const input = { ...sent, team: sent.team ?? sent.teams }
  const isProven = await proved(services, by, input)
  const passwordHash = await newHash(services, by.actor, input)
  const slug = await resolveSlug(services, input.id, input.slug)
  const { row, isTakenOver } = await services.db
    .as(by.actor)
    .write(async (tx) => {
      await lockPlaces(tx, input.id, input)
      const before = await users.lock(tx, by.actor, input.id)
      checkFresh(before, input.updatedAt)
      checkAuthority(by.actor, before, input, isProven)
      const { companyId, role, teams } = await resolvePlace(tx, by.actor, before, input)
      if (isSensitive(by.actor, before, input, role?.id ?? null)) requireConfirmed(by.actor)
      const active = input.active ?? before.active
      await checkAdminRemains(tx, before, { role, active })
      await checkNewEmail(services, by, tx, input)
      await setUserTeams(tx, by.actor, before.id, readTeamIds(before), teams)
      const data = {
        name: input.name,
        email: input.email,
        emailKey: input.email === undefined ? undefined : emailKey(input.email),
        passwordHash,
        passwordSetByOther: passwordHash === undefined ? undefined : true,
        active,
        slug,
        roleId: role?.id ?? null,
        companyId,
        externalId: input.externalId,
        metadata: input.metadata,
      }
      const isEdited = passwordHash !== undefined || input.otp !== undefined
      const row = await users.update(tx, before, data, { isEdited })
      if (before.companyId !== companyId || before.role?.id !== role?.id) await leaveOffices(tx, by, row)
      if (!active || passwordHash !== undefined) {
        await tx.loginSession.deleteMany({ where: { userId: row.id } })
      }
      const changes: Snapshot = {
        ...(passwordHash !== undefined && { passwordChanged: true }),
        ...(input.otp !== undefined && { otp: input.otp }),
      }
      await users.record(tx, by, 'user-updated', [before, row], changes)
      const isTakenOver = passwordHash !== undefined || row.emailKey !== before.emailKey || !active
      return { row, isTakenOver }
    })
    .catch(rejectTaken)
  // Links that were mailed before must not set a password any more.
  if (isTakenOver) {
    await forgetResetTokens(services.db, row.id)
    await forgetDevices(services.db, row.id)
  }
  if (input.otp !== undefined) await removeOtp(services, row.id)
  return user.toRow(row)
}

async function proved(services: Services, by: AuditActor, input: UpdateInput): Promise<boolean> {
  const { actor } = by
  const own = { id: actor.userId, emailKey: emailKey(actor.email) }
  if (input.id !== own.id || input.currentPassword === undefined || !movesOwnEmail(actor, own, input)) {
    return false
  }
  await requirePassword(services, by, input.currentPassword)
  return true
}

/** Hashing is slow, so authority is checked first. */
async function newHash(services: Services, actor: Actor, input: UpdateInput): Promise<string | undefined> {
  if (input.password === undefined) return undefined
  const row = await services.db.as(actor).write((tx) => users.find(tx, actor, input.id))
  checkFresh(row, input.updatedAt)
  checkAuthority(actor, row, input, false)
  requireConfirmed(actor)
  return hashPassword(input.password, actor.userId)
}

const resolveSlug = async (
  services: Services,
  userId: string | null,
  wish: string | null | undefined,
): Promise<string | null | undefined> => (wish ? freeSlug(services, wish, userId) : wish)
