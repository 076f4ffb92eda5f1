import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { isNarrowed } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { lockRows } from '../../platform/database/lock-row.ts'
import { AppError } from '../../errors.ts'

/** Writes only what differs, and bumps `updatedAt` on the other side as well. */

function difference(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  }
}

export async function setUserTeams(
  tx: Tx,
  actor: Actor,
  userId: string,
  before: readonly string[],
  teamIds: readonly string[],
): Promise<void> {
  const { added, removed } = difference(before, teamIds)
  if (added.length + removed.length === 0) return
  checkAdding(actor, added)
  await tx.teamMember.deleteMany({ where: { userId, teamId: { in: removed } } })
  await checkRoom(tx, added)
  await tx.teamMember.createMany({ data: added.map((teamId) => ({ userId, teamId })) })
  await tx.team.updateMany({ where: { id: { in: [...added, ...removed] } }, data: { updatedAt: new Date() } })
}

export async function setTeamMembers(
  tx: Tx,
  actor: Actor,
  teamId: string,
  before: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const { added, removed } = difference(before, userIds)
  if (added.length + removed.length === 0) return
  checkAdding(actor, added)
  await tx.teamMember.deleteMany({ where: { teamId, userId: { in: removed } } })
  await tx.teamMember.createMany({ data: added.map((userId) => ({ teamId, userId })) })
  await tx.user.updateMany({ where: { id: { in: [...added, ...removed] } }, data: { updatedAt: new Date() } })
}

/** Members see each other's submissions, where their role says so. */
function checkAdding(actor: Actor, added: readonly string[]): void {
  if (added.length > 0 && isNarrowed(actor)) throw new AppError('forbidden', serverMessages.team.narrowed)
}

async function checkRoom(tx: Tx, teamIds: readonly string[]): Promise<void> {
  const sizes = await tx.teamMember.groupBy({
    by: ['teamId'],
    where: { teamId: { in: [...teamIds] } },
    _count: true,
  })
  if (sizes.every(({ _count }) => _count < LIMITS.teamMembers)) return
  const { teamFull } = serverMessages.user
  throw new AppError('conflict', teamFull, { fields: { team: teamFull } })
}

type Wanted = { team?: string[] | undefined } & Partial<Record<'company' | 'role', string | null | undefined>>

/** Locks the role, and all companies and teams that a change of a user may touch, before the user, to avoid deadlocks. */
export async function lockPlaces(
  tx: Tx,
  userId: string | null,
  { team, company, role }: Wanted,
): Promise<void> {
  if (team === undefined && company === undefined && role === undefined) return
  const [led, teams] =
    userId === null
      ? [[], []]
      : [
          await tx.company.findMany({ where: { leadId: userId }, select: { id: true } }),
          await tx.team.findMany({
            where: { OR: [{ leaderId: userId }, { members: { some: { userId } } }] },
            select: { id: true },
          }),
        ]
  if (company) await lockRows(tx, 'Company', [company], 'shared')
  await lockRows(tx, 'Company', toIds(led), 'changes')
  await lockRows(tx, 'Team', [...toIds(teams), ...(team ?? [])], 'changes')
  // The role's permissions must not grow before the write.
  if (role) await lockRows(tx, 'Role', [role], 'shared')
}

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
