import { canPerform } from '#domain/actions'
import { companyMoves, parseDeskSettings } from '#domain/desk-settings'
import { hasPermission, isNarrowed, reachesAllCompanies } from '#domain/permissions'
import { needsDecide, needsReason } from '#domain/submission-status'
import { deskServerMessages } from '#domain/messages/server-desk'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { findRow } from '../submissions/list/rows.ts'
import { findDesk, toStanding, changeDesk } from './change-desk.ts'
import type { Choices, OwnerInput, Standing } from './desk.schema.ts'
import { fieldError } from '../errors.ts'
import { recordEvents, type AuditActor, type EventRecord } from '../events/record-event.ts'
import { checkFresh } from '../entities/record-as-read.ts'

const named = { id: true, name: true } as const
const orderBy: { name?: 'asc'; id?: 'asc' }[] = [{ name: 'asc' }, { id: 'asc' }]

export async function findAssignees(
  tx: Tx,
  actor: Actor,
  companyId: string,
): Promise<Pick<Choices, 'users' | 'teams'>> {
  const teams = await tx.team.findMany({ where: { companyId }, select: named, orderBy })
  return { users: await findColleagues(tx, actor, companyId), teams }
}

/** The company's active users who open submissions, or this one, and the provider's user who asks. */
export async function findColleagues(
  tx: Tx,
  { userId, name, ...actor }: Actor,
  companyId: string,
  submission?: string,
): Promise<Choices['users']> {
  const users = await findOwners(tx, { companyId }, submission)
  const isProvider = reachesAllCompanies(actor) && !users.some(({ id }) => id === userId)
  return isProvider ? [{ id: userId, name }, ...users] : users
}

export async function findOwners(
  tx: Pick<Tx, 'user' | '$queryRaw'>,
  where: Prisma.UserWhereInput,
  submission?: string,
): Promise<Choices['users']> {
  return (await findReaders(tx, where, submission)).map(({ id, name }) => ({ id, name }))
}

/** Active users who may open submissions, or this one. */
export async function findReaders(
  tx: Pick<Tx, 'user' | '$queryRaw'>,
  where: Prisma.UserWhereInput,
  submission?: string,
) {
  const users = await tx.user.findMany({
    where: { ...where, active: true },
    select: {
      ...named,
      email: true,
      companyId: true,
      isAdmin: true,
      role: { select: { userType: true, permissions: true, scope: true } },
    },
    orderBy,
  })
  const readers = users
    .map(({ role, ...user }) => ({ ...user, ...(role ?? NO_ROLE) }))
    .filter((user) => hasPermission(user, 'page:forms'))
  if (submission === undefined || !readers.some(isNarrowed)) return readers
  const shown = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM unnest(${readers.map(({ id }) => id)}::text[]) AS reader ("id") WHERE intake_is_shown(${submission}, "id")`
  return readers.filter((reader) => shown.some(({ id }) => id === reader.id))
}

const NO_ROLE = { userType: 'user', permissions: [], scope: 'company' } as const

export const listChoices = ({ db }: Pick<Services, 'db'>, actor: Actor, id: string): Promise<Choices> =>
  db.as(actor).write(async (tx) => {
    const desk = await findDesk(tx, id)
    const settings = parseDeskSettings(desk.deskSettings)
    const canDecide = canPerform(actor, 'submission.decide')
    const moves = companyMoves(settings, desk).filter(
      ({ status }) => canDecide || !needsDecide(desk.status, status),
    )
    return {
      ...toStanding(desk),
      moves: moves.map(({ key, name, status }) => ({
        key,
        name,
        status,
        reasons: needsReason(status)
          ? settings.reasons[status].flatMap(({ retired, ...reason }) => (retired ? [] : [reason]))
          : [],
      })),
      ...(await findAssignees(tx, actor, desk.companyId)),
      readers: await findColleagues(tx, actor, desk.companyId, id),
    }
  })

export const setOwner = (
  { db }: Pick<Services, 'db'>,
  by: AuditActor,
  input: OwnerInput,
): Promise<Standing> => db.as(by.actor).write((tx) => assign(tx, by, input))

type Assigned = Pick<OwnerInput, 'id' | 'userId' | 'teamId'> & {
  /** without it, it is assigned as it stands */
  updatedAt?: string
}

/** Undefined leaves the owner or the team as it is. @throws AppError not_found, stale, invalid_input */
export async function assign(
  tx: Tx,
  by: AuditActor,
  { id, userId, teamId, updatedAt }: Assigned,
): Promise<Standing> {
  await lockDesk(tx, id)
  const desk = await findDesk(tx, id)
  checkFresh(desk, updatedAt)
  const { users, teams } = await findAssignees(tx, by.actor, desk.companyId)
  const owner = userId ? users.find((user) => user.id === userId) : null
  if (owner === undefined) throw fieldError('userId', deskServerMessages.owner)
  const team = teamId ? teams.find((each) => each.id === teamId) : null
  if (team === undefined) throw fieldError('teamId', deskServerMessages.team)
  const changes = {
    ...(userId !== undefined && { ownerId: owner?.id ?? null, ownerName: owner?.name ?? '' }),
    ...(teamId !== undefined && { teamId: team?.id ?? null }),
  }
  await changeDesk(tx, id, desk.updatedAt, changes)
  // Who gives a submission away may not see it any more.
  const moved = (await findRow(tx, id)) ?? { ...desk, ...changes, teamName: team?.name ?? null }
  const after = toStanding(moved)
  const about = { companyId: desk.companyId, actor: by.actor, ip: by.ip }
  await recordEvents(
    tx,
    assignment(about, id, after, {
      unchanged: moved.ownerId === desk.ownerId && moved.teamId === desk.teamId,
      told: moved.ownerId !== null && moved.ownerId !== desk.ownerId ? [moved.ownerId] : [],
    }),
  )
  return after
}

/** The audit log has the names, webhooks the ids. */
export const assignment = (
  about: Pick<EventRecord, 'companyId' | 'actor' | 'ip'>,
  id: string,
  { owner, team }: Pick<Standing, 'owner' | 'team'>,
  more: Pick<EventRecord, 'unchanged' | 'told'>,
): EventRecord[] => {
  const object = { ...about, objectType: 'submission', objectId: id }
  const names = { owner: owner?.name ?? null, team: team?.name ?? null }
  const ids = { owner: owner?.id ?? null, team: team?.id ?? null }
  return [
    { ...object, ...more, act: 'submission-owner-changed', detail: names },
    { ...object, unchanged: more.unchanged, act: 'submission-assigned', detail: ids },
  ]
}
