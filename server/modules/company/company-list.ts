import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import {
  contains,
  inDays,
  searchWhere,
  toSkipTake,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { counted, rowSelect, toRows, type StoredCompany } from './company-row.ts'
import { SEARCH_COLUMNS, type CompanyRow, type ListInput, type SearchColumn } from './company.schema.ts'
import { companyIdsBySubmissions } from '../submission/submission-counts.ts'

export async function listCompanies(
  services: Services,
  actor: Actor,
  input: ListInput,
): Promise<Page<CompanyRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  const { id, leadId } = input.filter ?? {}
  const { total, found } = await withActor(services.db, actor, async (tx) => {
    const where: Prisma.CompanyWhereInput = {
      ...(id && { id: { in: id } }),
      ...(leadId !== undefined && { leadId }),
      ...(await searchWhere(tx, input.filter, SEARCHED_BY, SEARCH_COLUMNS)),
    }
    const rows = await readPage(tx, where, input.sort, { skip, take })
    return { total: await tx.company.count({ where }), found: await counted(tx, rows) }
  })
  return { rows: await toRows(services, found), total, from }
}

type Cut = { skip: number; take: number }

async function readPage(
  tx: Tx,
  where: Prisma.CompanyWhereInput,
  sort: ListInput['sort'],
  cut: Cut,
): Promise<StoredCompany[]> {
  if (sort?.[0] !== 'submittedForms') {
    return tx.company.findMany({ where, orderBy: toOrderBy(sort), ...cut, select: rowSelect })
  }
  const ids = await companyIdsBySubmissions(tx, {
    ...(Object.keys(where).length > 0 && { where }),
    order: sort[1],
    ...cut,
  })
  const rows = await tx.company.findMany({ where: { id: { in: ids } }, select: rowSelect })
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.CompanyWhereInput> = {
  nameIn: (q) => [{ nameIn: contains(q) }],
  nameOut: (q) => [{ nameOut: contains(q) }],
  lead: (q) => [{ lead: { name: contains(q) } }],
  updatedAt: (_q, days) =>
    inDays(
      days,
      (updatedAt) => ({ updatedAt }),
      (timeZones) => ({ timeZone: { in: timeZones } }),
    ),
}

/** The id settles ties, so that no row shows on two pages. */
function toOrderBy(
  sort: Exclude<ListInput['sort'], ['submittedForms', unknown]>,
): Prisma.CompanyOrderByWithRelationInput[] {
  const [field, order] = sort ?? [null, 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case null:
      return [{ createdAt: 'desc' }, { id: 'desc' }]
    case 'lead':
      return [{ lead: { name: direction } }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
