import { isRecord } from '#domain/json'
import type { Actor } from '../../auth/actor.ts'
import { toSkipTake, type Page } from '../../platform/database/cursor.ts'
import { readKeyedPage, toKeys } from '../../platform/database/keyset.ts'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { toWhere } from './audit-filter.ts'
import { auditNames, type AuditNames } from './audit-names.ts'
import type { AuditInput, AuditRow, AuditPerson, PeopleInput } from './audit.schema.ts'

export async function listAudit(
  { db, readLimits }: Services,
  actor: Actor,
  input: AuditInput,
): Promise<Page<AuditRow>> {
  return db.as(actor).read(async (tx) => {
    const where = await toWhere(tx, actor, input.filter, readLimits.entries)
    const { rows, ...page } = await readKeyedPage(
      input,
      toAuditKeys(input.sort),
      ({ beyond, ...cut }) => tx.auditEntry.findMany({ where: { AND: [where, beyond] }, ...cut }),
      () => tx.auditEntry.count({ where }),
      (entry) => entry,
    )
    const names = await auditNames(tx, rows)
    return { rows: rows.map((entry) => toRow(entry, names)), ...page }
  })
}

export const getAudit = ({ db, readLimits }: Services, actor: Actor, id: string): Promise<AuditRow> =>
  db.as(actor).write(async (tx) => {
    const entry = await tx.auditEntry.findFirst({
      where: await toWhere(tx, actor, { id: [id] }, readLimits.entries),
    })
    if (entry === null) throw new AppError('not_found')
    return toRow(entry, await auditNames(tx, [entry]))
  })

/** Ids ascend with the time. */
const toAuditKeys = (sort: AuditInput['sort'] = [['at', 'DESC']]) =>
  toKeys(sort, { at: 'id', actor: 'actorName' }, 'integer')

const toRow = (entry: Prisma.AuditEntryGetPayload<object>, names: AuditNames): AuditRow => ({
  id: String(entry.id),
  at: entry.at.toISOString(),
  companyId: entry.companyId,
  companyName: entry.companyId === null ? '' : names.company(entry.companyId),
  timeZone: names.timeZone(entry.companyId),
  actor: { id: entry.actorId, name: entry.actorName },
  act: entry.act,
  objectType: entry.objectType,
  objectId: entry.objectId,
  objectName: names.object(entry.objectType, entry.objectId),
  ip: entry.ip,
  detail: isRecord(entry.detail) ? entry.detail : {},
})

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
  const [found] = await db.as(actor).read(
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
