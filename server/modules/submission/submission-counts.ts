import type { Tx } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'
import { directionSql } from './submission-order.ts'

/** @param companyIds null: of all companies */
export const companyCounts = (companyIds: string[] | null): Prisma.Sql => Prisma.sql`
  SELECT "companyId", sum("count")::int AS "count" FROM "SubmissionCount"
  WHERE "day" = '-infinity' AND ${companyIds === null ? Prisma.sql`"companyId" IS NOT NULL` : Prisma.sql`"companyKey" = ANY(${companyIds}::text[])`}
  GROUP BY "companyId"`

type Counted = { companyId: string; count: number }

export async function countsByCompany(tx: Tx, companyIds: string[]): Promise<Map<string, number>> {
  const counted = await tx.$queryRaw<Counted[]>(companyCounts(companyIds))
  const counts = new Map(companyIds.map((id) => [id, 0]))
  for (const { companyId, count } of counted) counts.set(companyId, count)
  return counts
}

type BySubmissions = {
  where?: Prisma.CompanyWhereInput
  order: 'ASC' | 'DESC'
  skip: number
  take: number
}

/** Prisma's own order by `_count` would join and group the wide rows. */
export async function companyIdsBySubmissions(
  tx: Tx,
  { where, order, skip, take }: BySubmissions,
): Promise<string[]> {
  const chosen = where && (await chosenCompanies(tx, where))
  const listed = chosen
    ? Prisma.sql`unnest(${chosen}::text[]) WITH ORDINALITY AS listed ("id", "place")`
    : Prisma.sql`(SELECT "id", row_number() OVER (ORDER BY "createdAt" DESC, "id" DESC) AS "place"
        FROM "Company") AS listed`
  const page = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM ${listed} LEFT JOIN (${companyCounts(chosen ?? null)}) AS counted ON "companyId" = "id"
    ORDER BY coalesce("count", 0) ${directionSql(order)}, "place"
    OFFSET ${skip}::bigint LIMIT ${take}::bigint`
  return page.map(({ id }) => id)
}

async function chosenCompanies(tx: Tx, where: Prisma.CompanyWhereInput): Promise<string[]> {
  const companies = await tx.company.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return companies.map(({ id }) => id)
}
