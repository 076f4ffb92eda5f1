import { readAsActor, type Actor } from '../../auth/actor.ts'
import { toSkipTake, type Page } from '../../database/cursor.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import type { AuditPerson, PeopleInput } from './audit.schema.ts'

type Found = { total: number; rows: AuditPerson[] }

/** Includes deactivated and deleted users, the latter by the name in their last entry. */
export async function listPeople(
  { db }: Services,
  actor: Actor,
  { sort, range, filter }: PeopleInput,
): Promise<Page<AuditPerson>> {
  const { from, skip, take } = toSkipTake(range)
  const direction = sort?.[0]?.[1] === 'DESC' ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const q = `%${(filter?.q?.trim() ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const asked = filter?.id ? Prisma.sql`SELECT unnest(${filter.id}::text[]) AS "id"` : ACTORS
  const [found] = await readAsActor(
    db,
    actor,
    (tx) => tx.$queryRaw<Found[]>`
      WITH RECURSIVE actor AS (${asked}), person AS MATERIALIZED (
        SELECT actor."id", coalesce(u."name", last."name") AS "name",
          CASE WHEN u."id" IS NULL THEN 'deleted' WHEN u."active" THEN 'active' ELSE 'inactive' END AS "state"
        FROM actor LEFT JOIN "User" u ON u."id" = actor."id"
        LEFT JOIN LATERAL (
          SELECT "actorName" AS "name" FROM "AuditEntry" WHERE "actorId" = actor."id" ORDER BY "id" DESC LIMIT 1
        ) AS last ON u."id" IS NULL
        WHERE lower(coalesce(u."name", last."name")) LIKE lower(${q}::text))
      SELECT (SELECT count(*)::int FROM person) AS "total",
        (SELECT coalesce(json_agg(page), '[]') FROM (
          SELECT * FROM person ORDER BY "name" ${direction}, "id" OFFSET ${skip}::bigint LIMIT ${take}::bigint
        ) AS page) AS "rows"`,
  )
  return { rows: found?.rows ?? [], total: found?.total ?? 0, from }
}

/** Skips from one person's entries to the next one's by the index. */
const ACTORS = Prisma.sql`
  (SELECT "actorId" AS "id" FROM "AuditEntry" WHERE "actorId" IS NOT NULL ORDER BY "actorId" LIMIT 1)
  UNION ALL
  SELECT next."id" FROM actor CROSS JOIN LATERAL (
    SELECT "actorId" AS "id" FROM "AuditEntry" WHERE "actorId" > actor."id" ORDER BY "actorId" LIMIT 1) AS next`
