import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { toPage, type Asked, type Page } from '../../platform/database/cursor.ts'
import { cutSql } from '../../platform/database/keyset-sql.ts'
import { fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { Prisma } from '../../generated/client.ts'
import { figuresOf } from '../../submissions/list/figures.ts'
import { companies, company, type CompanyRow, type ListInput, type StoredCompany } from './company.ts'

type Counted = { row: StoredCompany; submittedForms: number }
type Needs = Pick<Services, 'db'>

export async function listCompanies(
  services: Services,
  { actor }: AuditActor,
  input: ListInput,
): Promise<Page<CompanyRow>> {
  const { sort } = input
  const { rows, ...page } = await services.db.as(actor).read(async (tx) => {
    const isByCount = sort?.some(([field]) => field === 'submittedForms')
    if (isByCount && sort?.length !== 1) throw fieldError('sort', serverMessages.company.countAlone)
    const found = await (isByCount ? pageBySubmissions(tx, actor, input) : companies.read(tx, actor, input))
    return { ...found, rows: await counted(tx, found.rows) }
  })
  return { ...page, rows: await toRows(services, rows) }
}

/** A broken count is cut, so that totals stay integers. */
const countsOf = (companyIds: string[]): Prisma.Sql => Prisma.sql`
  SELECT "companyId" AS "id", least(sum("count"), 1000000000)::int AS "count"
  FROM ${figuresOf({ companyKey: null }, 'standing', Prisma.sql`"measure" = 'all' AND "companyId" = ANY(${companyIds}::text[])`)} GROUP BY 1`

const COUNT = Prisma.sql`coalesce(counted."count", 0)`

export async function countsByCompany(tx: Tx, companyIds: string[]): Promise<Map<string, number>> {
  const found = await tx.$queryRaw<{ id: string; count: number }[]>(countsOf(companyIds))
  return new Map([
    ...companyIds.map((id) => [id, 0] as const),
    ...found.map(({ id, count }) => [id, count] as const),
  ])
}

/** Prisma's own order by `_count` would join and group all submissions. */
export async function companyIdsBySubmissions(
  tx: Tx,
  where: Prisma.CompanyWhereInput,
  asked: Asked,
  order: 'ASC' | 'DESC',
) {
  const chosen = (await tx.company.findMany({ where, select: { id: true } })).map(({ id }) => id)
  const { beyond, inOrder, total } = cutSql(asked, [
    { sql: COUNT, type: 'integer', isDescending: order === 'DESC' },
    { sql: Prisma.sql`c."createdAt"`, type: 'time', isDescending: true },
    { sql: Prisma.sql`c."id"`, type: 'text', isDescending: true },
  ])
  const rows = await tx.$queryRaw<{ id: string; count: number; createdAt: Date }[]>`
    SELECT c."id", ${COUNT} AS "count", c."createdAt"
    FROM "Company" c LEFT JOIN (${countsOf(chosen)}) AS counted ON counted."id" = c."id"
    WHERE c."id" = ANY(${chosen}::text[]) AND ${beyond} ${inOrder}`
  const found = { rows, total: total ?? chosen.length }
  return toPage(asked, found, ({ count, createdAt, id }) => [count, createdAt.toISOString(), id])
}

async function pageBySubmissions(tx: Tx, actor: Actor, asked: ListInput): Promise<Page<StoredCompany>> {
  const where = await companies.where(tx, actor, asked)
  const page = await companyIdsBySubmissions(tx, where, asked, asked.sort?.[0]?.[1] ?? 'DESC')
  const ids = page.rows.map(({ id }) => id)
  const rows = await tx.company.findMany({ where: { id: { in: ids } }, select: company.select })
  return { ...page, rows: ids.flatMap((id) => rows.filter((row) => row.id === id)) }
}

async function counted(tx: Tx, rows: StoredCompany[]): Promise<Counted[]> {
  const counts = await countsByCompany(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, submittedForms: counts.get(row.id) ?? 0 }))
}

export async function withCount(tx: Tx, row: StoredCompany): Promise<Counted> {
  const [one] = await counted(tx, [row])
  return one ?? { row, submittedForms: 0 }
}

async function toRows(services: Needs, rows: Counted[]): Promise<CompanyRow[]> {
  const names = await leadNames(
    services,
    rows.map(({ row }) => row.leadId),
  )
  return rows.map(({ row, submittedForms }) =>
    company.toRow(row, { leadName: names.get(row.leadId ?? '') ?? '', submittedForms }),
  )
}

export async function toRow(services: Needs, one: Counted): Promise<CompanyRow> {
  const [row] = await toRows(services, [one])
  if (row === undefined) throw new Error('one company makes one row')
  return row
}

/** A lead may be an administrator, whom row-level security hides; pass only leads of companies that the caller sees. */
async function leadNames({ db }: Needs, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const users = await db
    .system('lead-names')
    .read((client) =>
      client.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } }),
    )
  return new Map(users.map(({ id, name }) => [id, name]))
}
