import type { Tx } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'
import { groupedPage } from './grouped-page.ts'
import type { Condition } from './submission-filter.ts'
import { orderSql } from './submission-order.ts'
import type { PageIds, Place } from './submission-order.ts'
import type { SearchInput } from './submission.schema.ts'

/** Read from the covering indexes alone, as the rows are wide. */
export async function findPage(
  tx: Tx,
  condition: Condition,
  sort: SearchInput['sort'],
  place: Place,
): Promise<PageIds> {
  const [field, order] = sort ?? ['createdAt', 'DESC']
  if (field === 'company' || field === 'user') return groupedPage(tx, condition, field, order, place)
  const inOrder = orderSql([field, order])
  const statement = condition.searched ? searchedPage : plainPage
  const [page] = await tx.$queryRaw<PageIds[]>(statement(condition, inOrder, place))
  return page ?? { ids: [], total: 0 }
}

const plainPage = ({ sql }: Condition, inOrder: Prisma.Sql, { from, size }: Place): Prisma.Sql => Prisma.sql`
  SELECT
    (SELECT count(*)::int FROM "FormSubmission" s WHERE ${sql}) AS "total",
    ARRAY(SELECT s."id" FROM "FormSubmission" s WHERE ${sql}
      ORDER BY ${inOrder} OFFSET ${from}::bigint LIMIT ${size}::bigint) AS "ids"`

/** Searches once for both the count and the page. */
const searchedPage = (
  { sql }: Condition,
  inOrder: Prisma.Sql,
  { from, size }: Place,
): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS "total",
    coalesce(array_agg("id") FILTER (WHERE "place" > ${from}::bigint AND "place" <= ${from + size}::bigint), '{}') AS "ids"
  FROM (SELECT s."id", row_number() OVER (ORDER BY ${inOrder}) AS "place" FROM "FormSubmission" s WHERE ${sql}) AS found`
