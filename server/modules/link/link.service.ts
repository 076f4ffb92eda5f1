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
import { lockRow } from '../../database/lock-row.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { SEARCH_COLUMNS, type LinkRow, type ListInput, type SearchColumn } from './link.schema.ts'
import { toRow, rowSelect, snapshot, type StoredLink } from './link-row.ts'

export async function listLinks(services: Services, actor: Actor, input: ListInput): Promise<Page<LinkRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  const { id, companyId, userId } = input.filter ?? {}
  return withActor(services.db, actor, async (tx) => {
    const where = {
      id: { in: id },
      companyId,
      userId,
      ...(input.filter?.closed !== true && { closedAt: null }),
      ...(await searchWhere(tx, input.filter, SEARCHED_BY, SEARCH_COLUMNS)),
    }
    const total = await tx.generatedLink.count({ where })
    const rows = await tx.generatedLink.findMany({
      where,
      orderBy: toOrderBy(input.sort),
      skip,
      take,
      select: rowSelect,
    })
    return { rows: rows.map((row) => toRow(services, row)), total, from }
  })
}

export const getLink = (services: Services, actor: Actor, id: string): Promise<LinkRow> =>
  withActor(services.db, actor, async (tx) => toRow(services, await stored(tx, id)))

/** Closes a link: open form sessions may still submit, so the row stays. */
export const deleteLink = (services: Services, by: AuditActor, id: string): Promise<LinkRow> =>
  withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'GeneratedLink', id)
    const before = await stored(tx, id)
    if (before.closedAt !== null) return toRow(services, before)
    const row = await tx.generatedLink.update({
      where: { id },
      data: { closedAt: new Date() },
      select: rowSelect,
    })
    await recordChange(tx, by, {
      act: 'link-closed',
      objectType: 'link',
      objectId: id,
      companyId: before.companyId,
      before: snapshot(before),
      after: snapshot(row),
    })
    return toRow(services, row)
  })

async function stored(tx: Tx, id: string): Promise<StoredLink> {
  const row = await tx.generatedLink.findUnique({ where: { id }, select: rowSelect })
  if (!row) throw new AppError('not_found')
  return row
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.GeneratedLinkWhereInput> = {
  company: (q) => [{ company: { nameIn: contains(q) } }, { company: { nameOut: contains(q) } }],
  user: (q) => [{ userName: contains(q) }, { userEmail: contains(q) }],
  slug: (q) => [{ slug: contains(q) }],
  createdAt: (_q, days) => inDays(days, (createdAt) => ({ createdAt }), companyIn),
}

function toOrderBy(sort: ListInput['sort']): Prisma.GeneratedLinkOrderByWithRelationInput[] {
  const [field, order] = sort ?? ['createdAt', 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case 'company':
      return [{ company: { nameIn: direction } }, { createdAt: 'desc' }, { id: 'desc' }]
    case 'user':
      return [{ userName: direction }, { createdAt: 'desc' }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
