import { addDays } from '#domain/business-days'
import { parseDeskSettings, findStatus } from '#domain/desk-settings'
import { canPerform } from '#domain/actions'
import { reachesAllCompanies } from '#domain/permissions'
import { DEFAULT_TIME_ZONE, dayInZone } from '#domain/time-zone'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { orNotFound } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import type { Dashboard, DashboardInput, WaitingRow } from './dashboard.schema.ts'
import { scopeCondition, toScope } from '../submissions/list/condition.ts'
import { listedRows } from '../submissions/list/rows.ts'
import { IS_OPEN, type Listed } from '../submissions/list/columns.ts'
import { readDays, readFunnel, readLinks, readStatuses, type OfLink, readRevenue } from './figures.ts'

type Waiting = WaitingRow & { companyId: string }

/** @param whose a condition on SubmissionDesk */
async function readWaiting(tx: Tx, whose: Prisma.Sql): Promise<Waiting[]> {
  const page = Prisma.sql`SELECT ARRAY(
    SELECT s."id" FROM "SubmissionDesk" s WHERE ${IS_OPEN} AND ${whose} ORDER BY s."statusAt" LIMIT 10) AS "ids"`
  const rows = await tx.$queryRaw<(Listed | { id: null })[]>`${listedRows(page)} ORDER BY listed."place"`
  return rows.flatMap((row) => (row.id === null ? [] : [toWaiting(row)]))
}

const toWaiting = ({ id, companyId, status, statusKey, statusAt, ...row }: Listed): Waiting => ({
  id,
  companyId,
  status,
  merchant: row.legalName.trim() || row.dbaName.trim(),
  company: row.nameOut,
  statusName: findStatus(parseDeskSettings(row.deskSettings), { status, statusKey }).name,
  statusAt: statusAt.toISOString(),
  days: Math.floor((Date.now() - statusAt.getTime()) / (24 * 60 * 60 * 1000)),
  owner: row.ownerId === null ? null : row.ownerName,
})

async function countWaiting(tx: Tx, whose: Prisma.Sql): Promise<number> {
  const [counted] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "SubmissionDesk" s WHERE ${IS_OPEN} AND ${whose}`
  return counted?.count ?? 0
}

export async function readDashboard(
  services: Services,
  by: AuditActor,
  input: DashboardInput,
): Promise<Dashboard> {
  const { waiting, mine, ...figures } = await services.db.as(by.actor).read(async (tx) => ({
    ...(await readFigures(tx, by.actor, input)),
    ...(await readRows(tx, by.actor)),
  }))
  const shown = [...waiting, ...mine.rows]
  if (shown.length > 0) {
    await recordListing(services, by, {
      act: 'submissions-listed',
      objectType: 'submission',
      query: { dashboard: true },
      rows: countByCompany(
        shown.map(({ companyId }) => companyId),
        by,
      ),
    })
  }
  return { ...figures, waiting: waiting.map(toRow), mine: { ...mine, rows: mine.rows.map(toRow) } }
}

const toRow = ({ companyId: _companyId, ...row }: Waiting) => row

/** A day is that of each submission's company, as in the lists. */
async function readFigures(tx: Tx, actor: Actor, { days = 30, linkId }: DashboardInput) {
  const isAll = reachesAllCompanies(actor)
  const scope = toScope(actor)
  const company = isAll
    ? null
    : await tx.company.findUnique({
        where: { id: scope.companyKey },
        select: { timeZone: true, deskSettings: true },
      })
  const timeZone = company?.timeZone ?? DEFAULT_TIME_ZONE
  const today = dayInZone(new Date(), timeZone)
  const settings = parseDeskSettings(company?.deskSettings)
  const statuses = await readStatuses(tx, scope, settings, scopeCondition(actor))
  return {
    timeZone,
    statuses,
    total: statuses.reduce((total, { count }) => total + count, 0),
    revenue: await readRevenue(tx, scopeCondition(actor)),
    links: await readLinks(tx),
    ...(await readDays(tx, scope, today)),
    funnel: await readFunnel(tx, await ofLink(tx, scope, linkId), addDays(today, 1 - days)),
  }
}

async function ofLink(tx: Tx, scope: OfLink, id: string | undefined): Promise<OfLink> {
  if (id === undefined) return scope
  const link = orNotFound(await tx.generatedLink.findUnique({ where: { id }, select: { companyId: true } }))
  return { companyKey: link.companyId, linkId: id }
}

async function readRows(tx: Tx, actor: Actor) {
  if (!canPerform(actor, 'submission.list')) return { waiting: [], mine: { count: 0, rows: [] } }
  const scope = scopeCondition(actor)
  const own = Prisma.sql`${scope} AND s."ownerId" = ${actor.userId}`
  return {
    waiting: await readWaiting(tx, scope),
    mine: { count: await countWaiting(tx, own), rows: await readWaiting(tx, own) },
  }
}
