import { DEFAULT_DESK_SETTINGS, findStatus, parseDeskSettings } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { reachesAllCompanies } from '#domain/permissions'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import type { Actor } from '../auth/actor.ts'
import { Prisma, type SubmissionStatus } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import { TOTALS_OF_ALL_COMPANIES } from '../dashboard/figures.ts'
import type { Card, Column } from './desk.schema.ts'

type Found = { key: string; total: number } & (Listed | { id: null })
type Listed = Omit<Card, 'statusName' | 'owner' | 'createdAt' | 'updatedAt' | 'company'> & {
  status: SubmissionStatus
  ownerId: string | null
  ownerName: string
  companyId: string
  nameOut: string
  deskSettings: unknown
  createdAt: Date
  updatedAt: Date
}

/** Of a company the columns are its own statuses, of all companies the eight. */
export async function readBoard(services: Services, by: AuditActor): Promise<Column[]> {
  const { db } = services
  const isAll = reachesAllCompanies(by.actor)
  const { statuses } = isAll ? DEFAULT_DESK_SETTINGS : await ownSettings(services, by.actor)
  const statement = boardSql(
    isAll ? OF_ALL : ofCompany(by.actor.companyId),
    statuses.map(({ key }) => key),
  )
  const found = await db.onReplica((either) => either.as(by.actor).query<Found>('', statement))
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]))
  await recordListing(services, by, {
    act: 'submissions-listed',
    objectType: 'submission',
    query: { board: true },
    rows: countByCompany(
      rows.map(({ companyId }) => companyId),
      by,
    ),
    detail: { board: true },
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

type Scope = { isIn: readonly Prisma.Sql[]; total: Prisma.Sql }

/**
 * Row-level security keeps `=` of an enum from using an index, but for the condition of a partial one, which holds a
 * constant. Counting the rows would take too long.
 */
const OF_ALL: Scope = {
  isIn: SUBMISSION_STATUSES.map(
    (status) => Prisma.sql`d."status" = ${Prisma.raw(`'${status}'`)} AND listed."key" = ${status}`,
  ),
  total: Prisma.sql`SELECT coalesce(sum("count"), 0)::int AS "total" FROM ${TOTALS_OF_ALL_COMPANIES} WHERE "measure" = listed."key"`,
}

function ofCompany(companyId: string | null): Scope {
  const isIn = Prisma.sql`d."companyId" = ${companyId} AND d."statusKey" = listed."key"`
  return {
    isIn: [isIn],
    total: Prisma.sql`SELECT count(*)::int AS "total" FROM "SubmissionDesk" d WHERE ${isIn}`,
  }
}

const boardSql = ({ isIn, total }: Scope, keys: string[]): Prisma.Sql => Prisma.sql`
  SELECT listed."key", counted."total", card.*, s."legalName", s."dbaName", c."nameOut", c."deskSettings"
  FROM unnest(${keys}::text[]) WITH ORDINALITY AS listed ("key", "place")
  CROSS JOIN LATERAL (${total}) AS counted
  LEFT JOIN LATERAL (
    ${Prisma.join(isIn.map(newestSql), ' UNION ALL ')}
  ) AS card ON TRUE
  LEFT JOIN "FormSubmission" s ON s."id" = card."id"
  LEFT JOIN "Company" c ON c."id" = card."companyId"
  ORDER BY listed."place", card."createdAt" DESC, card."id" DESC`

const newestSql = (isIn: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT d."id", d."companyId", d."status", d."statusKey", d."ownerId", d."ownerName", d."state",
    d."amountRequested"::float8 AS "amountRequested", d."createdAt", d."updatedAt"
  FROM "SubmissionDesk" d WHERE ${isIn}
  ORDER BY d."createdAt" DESC, d."id" DESC LIMIT ${LIMITS.boardCards})`

const toCard = (row: Listed): Card => ({
  id: row.id,
  legalName: row.legalName,
  dbaName: row.dbaName,
  company: { id: row.companyId, nameOut: row.nameOut },
  status: row.status,
  statusKey: row.statusKey,
  statusName: findStatus(parseDeskSettings(row.deskSettings), row).name,
  owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName },
  state: row.state,
  amountRequested: row.amountRequested,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
