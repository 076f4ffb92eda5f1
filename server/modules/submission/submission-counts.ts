import type { Tx } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'

type Counted = { companyId: string; count: number }

/** How many submissions each of these companies has, 0 included, as far as the transaction's scope reaches. */
export async function countsByCompany(tx: Tx, companyIds: string[]): Promise<Map<string, number>> {
  const counted = await tx.$queryRaw<Counted[]>`
    SELECT "companyId", count(*)::int AS "count" FROM "FormSubmission"
    WHERE "companyId" = ANY(${companyIds}::text[]) GROUP BY "companyId"`
  const counts = new Map(companyIds.map((id) => [id, 0]))
  for (const { companyId, count } of counted) counts.set(companyId, count)
  return counts
}

/** `where` chooses the companies, as in Prisma's own reads; `skip` and `take` cut the page out. */
export type BySubmissions = {
  where?: Prisma.CompanyWhereInput
  order: 'ASC' | 'DESC'
  skip: number
  take: number
}

/**
 * The ids of a page of companies in order of how many submissions they have; those of equal number newest first, then by
 * id. Prisma's own order by `_count` joins and groups the wide rows.
 */
export async function companyIdsBySubmissions(
  tx: Tx,
  { where = {}, order, skip, take }: BySubmissions,
): Promise<string[]> {
  const companies = await tx.company.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  const ids = companies.map(({ id }) => id)
  const counts = await countsByCompany(tx, ids)
  const direction = order === 'ASC' ? 1 : -1
  const inOrder = ids.toSorted((a, b) => direction * ((counts.get(a) ?? 0) - (counts.get(b) ?? 0)))
  return inOrder.slice(skip, skip + take)
}
