import type { RateName } from '#domain/limits'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { forgetDevices } from '../../auth/known-devices.ts'
import { removeOtp } from '../../auth/otp.ts'
import { forgetResetTokens } from '../../auth/password-reset.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { lockRow } from '../../database/lock-row.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { requirePassword } from '../account/reauthenticate.ts'
import { recordChange, type AuditActor, type Snapshot } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import { freeSlug } from '../link/free-slug.ts'
import { lockPlaces, setUserTeams } from '../team/memberships.ts'
import { checkNewEmail, rejectTaken } from './new-email.ts'
import { READ_ONLY, type CreateInput, type UpdateInput, type UserRow } from './user.schema.ts'
import { getUser, storedUser } from './user-list.service.ts'
import { leaveOffices, resolvePlace, readTeamIds } from './user-place.ts'
import { toRow, rowSelect, snapshot, type StoredUser } from './user-row.ts'
import { checkAdminRemains, checkAuthority, isSensitive, movesOwnEmail } from './user-rules.ts'

export async function createUser(services: Services, by: AuditActor, input: CreateInput): Promise<UserRow> {
  // Hashing is slow, so permissions are checked first.
  await withActor(services.db, by.actor, (tx) => resolvePlace(tx, by.actor, null, input))
  const passwordHash = await hashPassword(input.password, by.actor.userId)
  const slug = await resolveSlug(services, null, input.slug)
  return withActor(services.db, by.actor, async (tx) =>
    toRow(await addUser(services, by, tx, { ...input, slug, passwordHash })),
  ).catch(rejectTaken)
}

type NewUser = Omit<CreateInput, 'password'> & { passwordHash: string; rate?: RateName }

/** @param input its slug is free */
export async function addUser(services: Services, by: AuditActor, tx: Tx, input: NewUser) {
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
    },
    select: { id: true },
  })
  await setUserTeams(tx, id, [], teams)
  const row = await storedUser(tx, id)
  await record(tx, by, { act: 'user-created', before: null, after: row })
  return row
}

export async function updateUser(services: Services, by: AuditActor, sent: UpdateInput): Promise<UserRow> {
  await checkReadOnly(READ_ONLY, sent, () => getUser(services, by.actor, sent.id))
  const input = { ...sent, team: sent.team ?? sent.teams }
  const isProven = await proved(services, by, input)
  const passwordHash = await newHash(services, by.actor, input)
  const slug = await resolveSlug(services, input.id, input.slug)
  const { row, isTakenOver } = await withActor(services.db, by.actor, async (tx) => {
    await lockPlaces(tx, input.id, input)
    await lockRow(tx, 'User', input.id)
    const before = await storedUser(tx, input.id)
    checkFresh(before, input.updatedAt)
    checkAuthority(by.actor, before, input, isProven)
    const { companyId, role, teams } = await resolvePlace(tx, by.actor, before, input)
    if (isSensitive(by.actor, before, input, role?.id ?? null)) requireConfirmed(by.actor)
    const active = input.active ?? before.active
    await checkAdminRemains(tx, before, { role, active })
    await checkNewEmail(services, by, tx, input)
    await setUserTeams(tx, before.id, readTeamIds(before), teams)
    const update = (data: Prisma.UserUncheckedUpdateInput) =>
      tx.user.update({ where: { id: before.id }, data, select: rowSelect })
    const written = await update({
      name: input.name,
      email: input.email,
      emailKey: input.email === undefined ? undefined : emailKey(input.email),
      passwordHash,
      passwordSetByOther: passwordHash === undefined ? undefined : true,
      active,
      slug,
      roleId: role?.id ?? null,
      companyId,
    })
    const isEdited = passwordHash !== undefined || input.otp !== undefined
    const row = isEdited ? written : await keepLastEdit(before, written, snapshot, update)
    if (before.companyId !== companyId || before.role?.id !== role?.id) await leaveOffices(tx, by, row)
    if (!active || passwordHash !== undefined) {
      await tx.loginSession.deleteMany({ where: { userId: row.id } })
    }
    const changes: Snapshot = {
      ...(passwordHash !== undefined && { passwordChanged: true }),
      ...(input.otp !== undefined && { otp: input.otp }),
    }
    await record(tx, by, { act: 'user-updated', before, after: row, changes })
    const isTakenOver = passwordHash !== undefined || row.emailKey !== before.emailKey || !active
    return { row, isTakenOver }
  }).catch(rejectTaken)
  // Links that were mailed before must not set a password any more.
  if (isTakenOver) {
    await forgetResetTokens(services.db, row.id)
    await forgetDevices(services.db, row.id)
  }
  if (input.otp !== undefined) await removeOtp(services, row.id)
  return toRow(row)
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
  const user = await withActor(services.db, actor, (tx) => storedUser(tx, input.id))
  checkFresh(user, input.updatedAt)
  checkAuthority(actor, user, input, false)
  requireConfirmed(actor)
  return hashPassword(input.password, actor.userId)
}

const resolveSlug = async (
  services: Services,
  userId: string | null,
  wish: string | null | undefined,
): Promise<string | null | undefined> => (wish ? freeSlug(services, wish, userId) : wish)

type Written = {
  act: 'user-created' | 'user-updated'
  before: StoredUser | null
  after: StoredUser
  changes?: Snapshot
}

/** A user who moves is in the log of both companies. */
async function record(tx: Tx, by: AuditActor, { act, before, after, changes }: Written): Promise<void> {
  for (const companyId of new Set([after.companyId, before?.companyId ?? after.companyId])) {
    await recordChange(tx, by, act, { id: after.id, companyId }, before && snapshot(before), {
      ...snapshot(after),
      ...changes,
    })
  }
}
