import { serverMessages } from '#domain/messages/server'
import { readAsActor, type Actor, type Tx } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { readKeyedPage, toKeys } from '../../database/keyset.ts'
import { contains, inDays, searchWhere, timesWhere, type SearchedBy } from '../../database/list-query.ts'
import { fieldError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { counted, rowSelect, toRows, type StoredCompany } from './company-row.ts'
import type { CompanyRow, ListInput, SearchColumn } from './company.schema.ts'
import { companyIdsBySubmissions } from '../submission/submission-counts.ts'

export async function listCompanies(
  services: Services,
  actor: Actor,
  input: ListInput,
): Promise<Page<CompanyRow>> {
  const { filter, sort } = input
  const { rows, ...page } = await readAsActor(services.db, actor, async (tx) => {
    const also = await timesWhere(tx, filter, inZones)
    const where = {
      ...(filter?.id && { id: { in: filter.id } }),
      ...(filter?.leadId !== undefined && { leadId: filter.leadId }),
      ...(await searchWhere(tx, filter, SEARCHED_BY)),
      AND: also,
    }
    const isByCount = sort?.some(([field]) => field === 'submittedForms')
    if (isByCount && sort?.length !== 1) throw fieldError('sort', serverMessages.company.countAlone)
    const found = isByCount
      ? await pageBySubmissions(tx, where, input)
      : await readKeyedPage(
          input,
          toKeys(sort, { lead: 'lead.name' }),
          ({ beyond, ...cut }) =>
            tx.company.findMany({ where: { ...where, AND: [also, beyond] }, ...cut, select: listSelect }),
          () => tx.company.count({ where }),
          (row) => row,
        )
    return { ...found, rows: await counted(tx, found.rows) }
  })
  return { ...page, rows: await toRows(services, rows) }
}

const listSelect = { ...rowSelect, lead: { select: { name: true } } } as const

async function pageBySubmissions(
  tx: Tx,
  where: Prisma.CompanyWhereInput,
  asked: ListInput,
): Promise<Page<StoredCompany>> {
  const page = await companyIdsBySubmissions(tx, where, asked, asked.sort?.[0]?.[1] ?? 'DESC')
  const ids = page.rows.map(({ id }) => id)
  const rows = await tx.company.findMany({ where: { id: { in: ids } }, select: rowSelect })
  return { ...page, rows: ids.flatMap((id) => rows.filter((row) => row.id === id)) }
}

const inZones = (timeZones: string[]) => ({ timeZone: { in: timeZones } })

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.CompanyWhereInput> = {
  nameIn: (q) => [{ nameIn: contains(q) }],
  nameOut: (q) => [{ nameOut: contains(q) }],
  lead: (q) => [{ lead: { name: contains(q) } }],
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), inZones),
}
