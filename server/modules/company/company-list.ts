import { withActor, type Actor } from '../../auth/actor.ts'
import {
  contains,
  dateBeginsWith,
  searchWhere,
  stretchOf,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { counted, rowSelect, toRows } from './company-row.ts'
import { SEARCH_COLUMNS, type CompanyRow, type ListInput, type SearchColumn } from './company.schema.ts'

/** The companies that the caller may see and the filter matches, newest first unless sorted otherwise. */
export async function listCompanies(
  services: Services,
  actor: Actor,
  input: ListInput,
): Promise<Page<CompanyRow>> {
  const { from, skip, take } = stretchOf(input.range)
  const where = searchWhere(input.filter, SEARCHED_BY, SEARCH_COLUMNS)
  const { total, found } = await withActor(services.db, actor, async (tx) => {
    const rows = await tx.company.findMany({
      where,
      orderBy: orderOf(input.sort),
      skip,
      take,
      select: rowSelect,
    })
    return { total: await tx.company.count({ where }), found: await counted(tx, rows) }
  })
  return { rows: await toRows(services, found), total, from }
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.CompanyWhereInput> = {
  nameIn: (q) => [{ nameIn: contains(q) }],
  nameOut: (q) => [{ nameOut: contains(q) }],
  lead: (q) => [{ lead: { name: contains(q) } }],
  updatedAt: (q) => dateBeginsWith(q).map((updatedAt) => ({ updatedAt })),
}

/** The id settles ties, so that no row shows on two pages. */
function orderOf(sort: ListInput['sort']): Prisma.CompanyOrderByWithRelationInput[] {
  const [field, order] = sort ?? [null, 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case null:
      return [{ createdAt: 'desc' }, { id: 'desc' }]
    case 'lead':
      return [{ lead: { name: direction } }, { id: 'desc' }]
    case 'submittedForms':
      return [{ submissions: { _count: direction } }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
