import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { readKeyedPage, toKeys } from '../../database/keyset.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  timesWhere,
  type SearchedBy,
} from '../../database/list-query.ts'
import { isTaken } from '../../database/is-taken.ts'
import { lockRow, lockRows } from '../../database/lock-row.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import {
  READ_ONLY,
  type CreateInput,
  type ListInput,
  type SearchColumn,
  type TeamRow,
  type UpdateInput,
} from './team.schema.ts'
import { setTeamMembers } from './memberships.ts'
import { toRow, rowSelect, snapshot } from './team-row.ts'

export const listTeams = ({ db }: Services, actor: Actor, input: ListInput): Promise<Page<TeamRow>> =>
  withActor(db, actor, async (tx) => {
    const { id, companyId, leaderId } = input.filter ?? {}
    const search = await searchWhere(tx, input.filter, SEARCHED_BY)
    const also = await timesWhere(tx, input.filter, companyIn)
    const where = { id: { in: id }, companyId, leaderId, ...search, AND: also }
    const keys = toKeys(input.sort, { leader: 'leader.name' })
    return readKeyedPage(
      input,
      keys,
      ({ beyond, ...cut }) =>
        tx.team.findMany({ where: { ...where, AND: [also, beyond] }, ...cut, select: rowSelect }),
      () => tx.team.count({ where }),
      toRow,
    )
  })

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
      await recordChange(tx, by, 'team-created', { id: row.id, companyId }, null, snapshot(row))
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
      await recordChange(
        tx,
        by,
        'team-updated',
        { id: row.id, companyId: logged },
        snapshot(before),
        snapshot(row),
      )
    }
    return toRow(row)
  })
}

const stored = async (tx: Tx, id: string) =>
  orNotFound(await tx.team.findUnique({ where: { id }, select: rowSelect }))

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
