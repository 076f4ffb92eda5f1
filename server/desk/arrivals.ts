import type { Actor } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { DESK, scopeCondition } from '../submissions/list/condition.ts'
import type { Arrivals } from './desk.schema.ts'

const MOST = 100

/** Reads a few entries of an index, as every open panel asks each 20 seconds. */
export async function countArrivals({ db }: Services, actor: Actor, since = ''): Promise<Arrivals> {
  const own = scopeCondition(actor)
  const after =
    since === ''
      ? Prisma.sql`FALSE`
      : Prisma.sql`s."createdAt" > ${new Date(Math.max(0, Date.parse(since)))}::timestamptz`
  const statement = Prisma.sql`SELECT
    (SELECT count(*)::int FROM (SELECT FROM ${DESK} AS s WHERE ${own} AND ${after} LIMIT ${MOST}) AS newer) AS "count",
    (SELECT s."createdAt" FROM ${DESK} AS s WHERE ${own} ORDER BY s."createdAt" DESC, s."id" DESC LIMIT 1) AS "newest"`
  const [found] = await db.as(actor).query<{ count: number; newest: Date | null }>('', statement)
  return { count: found?.count ?? 0, newest: found?.newest?.toISOString() ?? null }
}
