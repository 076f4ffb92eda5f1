import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  toSkipTake,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import { isTaken } from '../../database/is-taken.ts'
import { lockRow, lockRows } from '../../database/lock-row.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import {
  READ_ONLY,
  SEARCH_COLUMNS,
  type CreateInput,
  type ListInput,
  type SearchColumn,
  type TeamRow,
  type UpdateInput,
} from './team.schema.ts'
import { setTeamMembers } from './memberships.ts'
import { toRow, rowSelect, snapshot } from './team-row.ts'

export async function listTeams({ db }: Services, actor: Actor, input: ListInput): Promise<Page<TeamRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  const { id, companyId, leaderId } = input.filter ?? {}
  return withActor(db, actor, async (tx) => {
    const where = {
      id: { in: id },
      companyId,
      leaderId,
      ...(await searchWhere(tx, input.filter, SEARCHED_BY, SEARCH_COLUMNS)),
    }
    const total = await tx.team.count({ where })
    const rows = await tx.team.findMany({
      where,
      orderBy: toOrderBy(input.sort),
      skip,
      take,
      select: rowSelect,
    })
    return { rows: rows.map(toRow), total, from }
  })
}

export const getTeam = ({ db }: Services, actor: Actor, id: string): Promise<TeamRow> =>
  withActor(db, actor, async (tx) => toRow(await stored(tx, id)))

export async function createTeam({ db }: Services, by: AuditActor, input: CreateInput): Promise<TeamRow> {
  try {
    return await withActor(db, by.actor, async (tx) => {
      const wanted = [...new Set(input.members)]
      await lockRows(tx, 'User', [...wanted, ...(input.leader ? [input.leader] : [])], 'changes')
      const companyId = await findCompany(tx, by.actor, input.leader ?? null, by.actor.companyId)
      await checkMembers(tx, companyId, wanted)
      const { id } = await tx.team.create({
        data: {
          ...(input.id && { id: input.id.toLowerCase() }),
          name: input.name,
          leaderId: input.leader ?? null,
          companyId,
        },
        select: { id: true },
      })
      await setTeamMembers(tx, id, [], wanted)
      const row = await stored(tx, id)
      await recordChange(tx, by, {
        act: 'team-created',
        objectType: 'team',
        objectId: row.id,
        companyId,
        before: null,
        after: snapshot(row),
      })
      return toRow(row)
    })
  } catch (error) {
    if (isTaken(error)) throw new AppError('conflict', serverMessages.team.idTaken)
    throw error
  }
}

export async function updateTeam(services: Services, by: AuditActor, input: UpdateInput): Promise<TeamRow> {
  await checkReadOnly(READ_ONLY, input, () => getTeam(services, by.actor, input.id))
  return withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'Team', input.id)
    const before = await stored(tx, input.id)
    checkFresh(before, input.updatedAt)
    const leaderId = input.leader === undefined ? before.leaderId : input.leader
    const members = before.members.map(({ user }) => user.id)
    const wanted = input.members === undefined ? members : [...new Set(input.members)]
    await lockRows(tx, 'User', [...members, ...wanted, ...(leaderId ? [leaderId] : [])], 'changes')
    const companyId = await findCompany(tx, by.actor, leaderId, before.companyId)
    if (input.members !== undefined || companyId !== before.companyId) {
      await checkMembers(tx, companyId, wanted)
    }
    await setTeamMembers(tx, before.id, members, wanted)
    const update = (data: Prisma.TeamUncheckedUpdateInput) =>
      tx.team.update({ where: { id: before.id }, data, select: rowSelect })
    const written = await update({ name: input.name, leaderId, companyId })
    const row = await keepLastEdit(before, written, snapshot, update)
    // A team that moves is in the log of both companies.
    for (const logged of new Set([companyId, before.companyId])) {
      await recordChange(tx, by, {
        act: 'team-updated',
        objectType: 'team',
        objectId: row.id,
        companyId: logged,
        before: snapshot(before),
        after: snapshot(row),
      })
    }
    return toRow(row)
  })
}

async function stored(tx: Tx, id: string) {
  const row = await tx.team.findUnique({ where: { id }, select: rowSelect })
  if (!row) throw new AppError('not_found')
  return row
}

async function findCompany(
  tx: Tx,
  actor: Actor,
  leaderId: string | null,
  otherwise: string | null,
): Promise<string | null> {
  let companyId = otherwise
  if (leaderId !== null) {
    const leader = await tx.user.findUnique({ where: { id: leaderId }, select: { companyId: true } })
    if (!leader) throw fieldError('leader', serverMessages.choice.user)
    companyId = leader.companyId
  }
  if (companyId === null && !reachesAllCompanies(actor)) throw new AppError('forbidden')
  return companyId
}

async function checkMembers(tx: Tx, companyId: string | null, wanted: string[]): Promise<void> {
  const found = await tx.user.count({ where: { id: { in: wanted }, companyId } })
  if (found !== wanted.length) throw fieldError('members', serverMessages.team.members)
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.TeamWhereInput> = {
  name: (q) => [{ name: contains(q) }],
  leader: (q) => [{ leader: { name: contains(q) } }],
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), companyIn),
}

function toOrderBy(sort: ListInput['sort']): Prisma.TeamOrderByWithRelationInput[] {
  const [field, order] = sort ?? [null, 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case null:
      return [{ createdAt: 'desc' }, { id: 'desc' }]
    case 'leader':
      return [{ leader: { name: direction } }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
