import { DEFAULT_DESK_SETTINGS, parseDeskSettings } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import type { Actor } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import type { Listed } from '../submissions/list/columns.ts'
import { scopeCondition, toScope } from '../submissions/list/condition.ts'
import { figuresOf } from '../submissions/list/figures.ts'
import { listedRows, toRow } from '../submissions/list/rows.ts'
import type { Column } from './desk.schema.ts'

/** Of a company the columns are its own statuses, of all companies the eight. */
export async function readBoard(services: Services, { actor, ...by }: AuditActor): Promise<Column[]> {
  const { companyKey } = toScope(actor)
  const { statuses } = companyKey === '' ? DEFAULT_DESK_SETTINGS : await ownSettings(services, actor)
  const statement = boardSql(
    actor,
    statuses.map(({ key }) => key),
  )
  type Found = { key: string; total: number } & (Listed | { id: null })
  const found = await services.db.as(actor).query<Found>('', statement)
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]))
  await recordListing(
    services,
    { ...by, actor },
    {
      act: 'submissions-listed',
      objectType: 'submission',
      query: { board: true },
      rows: countByCompany(
        rows.map(({ companyId }) => companyId),
        { ...by, actor },
      ),
      detail: { board: true },
    },
  )
  const toCard = (row: Listed) => ({
    ...toRow(row),
    legalName: row.legalName,
    dbaName: row.dbaName,
    state: row.state,
  })
  return statuses.flatMap(({ key, name, status, retired }) => {
    const total = found.find((row) => row.key === key)?.total ?? 0
    if (retired && total === 0) return []
    return [{ key, name, status, total, cards: rows.filter((row) => row.key === key).map(toCard) }]
  })
}

async function ownSettings({ db }: Services, actor: Actor) {
  if (actor.companyId === null) return DEFAULT_DESK_SETTINGS
  const where = { id: actor.companyId }
  const company = await db
    .as(actor)
    .write((tx) => tx.company.findUnique({ where, select: { deskSettings: true } }))
  return parseDeskSettings(company?.deskSettings)
}

function boardSql(actor: Actor, keys: string[]): Prisma.Sql {
  const isAll = toScope(actor).companyKey === ''
  const isIn = isAll
    ? Prisma.sql`s."statusOrder" = array_position(${[...SUBMISSION_STATUSES]}::text[], "key") - 1`
    : Prisma.sql`${scopeCondition(actor)} AND s."statusKey" = "key"`
  // Counting the rows of all companies would take too long.
  const total = isAll
    ? Prisma.sql`SELECT coalesce(sum("count"), 0)::int FROM ${figuresOf({ companyKey: '' }, 'standing', Prisma.sql`"measure" = "key"`)}`
    : Prisma.sql`SELECT count(*)::int FROM "SubmissionDesk" s WHERE ${isIn}`
  const page = Prisma.sql`
    SELECT "key", "number", (${total}) AS "total", ARRAY(SELECT s."id" FROM "SubmissionDesk" s WHERE ${isIn}
      ORDER BY s."createdAt" DESC, s."id" DESC LIMIT ${LIMITS.boardCards}) AS "ids"
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS listed ("key", "number")
    -- Or PostgreSQL counts a column again for each of its cards.
    OFFSET 0`
  return Prisma.sql`${listedRows(page, Prisma.sql`page."key", page."total",`)} ORDER BY page."number", listed."place"`
}
