import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import {
  contains,
  inDays,
  readPage,
  searchWhere,
  toOrderBy,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { counted, rowSelect, toRows, type StoredCompany } from './company-row.ts'
import type { CompanyRow, ListInput, SearchColumn } from './company.schema.ts'
import { companyIdsBySubmissions } from '../submission/submission-counts.ts'

export async function listCompanies(
  services: Services,
  actor: Actor,
  { filter, sort, range }: ListInput,
): Promise<Page<CompanyRow>> {
  const { rows, ...page } = await withActor(services.db, actor, async (tx) => {
    const search = await searchWhere(tx, filter, SEARCHED_BY)
    const where = {
      ...(filter?.id && { id: { in: filter.id } }),
      ...(filter?.leadId !== undefined && { leadId: filter.leadId }),
      ...search,
    }
    const orderBy: Prisma.CompanyOrderByWithRelationInput[] = toOrderBy(sort, {
      lead: (name) => [{ lead: { name } }],
    })
    const found = await readPage(
      range,
      (cut) =>
        sort?.[0] === 'submittedForms'
          ? findBySubmissions(tx, where, sort[1], cut)
          : tx.company.findMany({ where, orderBy, ...cut, select: rowSelect }),
      () => tx.company.count({ where }),
      (row) => row,
    )
    return { ...found, rows: await counted(tx, found.rows) }
  })
  return { ...page, rows: await toRows(services, rows) }
}

async function findBySubmissions(
  tx: Tx,
  where: Prisma.CompanyWhereInput,
  order: 'ASC' | 'DESC',
  cut: { skip: number; take: number },
): Promise<StoredCompany[]> {
  const narrowed = Object.keys(where).length > 0 && { where }
  const ids = await companyIdsBySubmissions(tx, { ...narrowed, order, ...cut })
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
