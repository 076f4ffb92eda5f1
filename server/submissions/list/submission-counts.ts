import type { Tx } from '../../platform/database/db.ts'
import { toPage, type Asked, type Page } from '../../platform/database/cursor.ts'
import { cutSql } from '../../platform/database/keyset-sql.ts'
import { Prisma } from '../../generated/client.ts'

/** A broken count is cut, so that totals stay integers. @param companyIds null: of all companies */
export const companyCounts = (companyIds: string[] | null): Prisma.Sql => Prisma.sql`
  SELECT "companyId", least(sum("count"), 1000000000)::int AS "count" FROM "SubmissionCount"
  WHERE "day" = '-infinity' AND ${companyIds === null ? Prisma.sql`"companyId" IS NOT NULL` : Prisma.sql`"companyKey" = ANY(${companyIds}::text[])`}
  GROUP BY "companyId"`

type Counted = { companyId: string; count: number }

export async function countsByCompany(tx: Tx, companyIds: string[]): Promise<Map<string, number>> {
  const counted = await tx.$queryRaw<Counted[]>(companyCounts(companyIds))
  const counts = new Map(companyIds.map((id) => [id, 0]))
  for (const { companyId, count } of counted) counts.set(companyId, count)
  return counts
}

type Placed = { id: string; count: number; createdAt: Date }

/** Prisma's own order by `_count` would join and group the wide rows. */
export async function companyIdsBySubmissions(
  tx: Tx,
  where: Prisma.CompanyWhereInput,
  asked: Asked,
  order: 'ASC' | 'DESC',
): Promise<Page<Placed>> {
  const chosen = (await tx.company.findMany({ where, select: { id: true } })).map(({ id }) => id)
  const { beyond, inOrder, total } = cutSql(asked, [
    { sql: COUNT, type: 'integer', isDescending: order === 'DESC' },
    { sql: Prisma.sql`c."createdAt"`, type: 'time', isDescending: true },
    { sql: Prisma.sql`c."id"`, type: 'text', isDescending: true },
  ])
  const rows = await tx.$queryRaw<Placed[]>`
    SELECT c."id", ${COUNT} AS "count", c."createdAt"
    FROM "Company" c LEFT JOIN (${companyCounts(chosen)}) AS counted ON counted."companyId" = c."id"
    WHERE c."id" = ANY(${chosen}::text[]) AND ${beyond} ${inOrder}`
  const found = { rows, total: total ?? chosen.length }
  return toPage(asked, found, ({ count, createdAt, id }) => [count, createdAt.toISOString(), id])
}

const COUNT = Prisma.sql`coalesce(counted."count", 0)`
