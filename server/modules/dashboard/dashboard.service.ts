import { parseDeskSettings } from '#domain/desk-settings'
import { canPerform } from '#domain/actions'
import { reachesAllCompanies } from '#domain/permissions'
import { DEFAULT_TIME_ZONE, dayInZone } from '#domain/time-zone'
import { readAsActor, type Actor, type Tx } from '../../auth/actor.ts'
import { orNotFound } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { countByCompany, recordListing } from '../audit/record-reading.ts'
import type { Dashboard, DashboardInput } from './dashboard.schema.ts'
import { addDays, readDays, readFunnel, readLinks, readStatuses, type Scope } from './figures.ts'
import { countWaiting, readWaiting, type Waiting } from './waiting.ts'

export async function readDashboard(
  services: Services,
  by: AuditActor,
  input: DashboardInput,
): Promise<Dashboard> {
  const { waiting, mine, ...figures } = await readAsActor(services.db, by.actor, async (tx) => ({
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
  const scope: Scope = { companyKey: isAll ? '' : (actor.companyId ?? '') }
  const company = isAll
    ? null
    : await tx.company.findUnique({
        where: { id: scope.companyKey },
        select: { timeZone: true, deskSettings: true },
      })
  const timeZone = company?.timeZone ?? DEFAULT_TIME_ZONE
  const today = dayInZone(new Date(), timeZone)
  const statuses = await readStatuses(tx, scope, parseDeskSettings(company?.deskSettings))
  return {
    timeZone,
    statuses,
    total: statuses.reduce((total, { count }) => total + count, 0),
    links: await readLinks(tx, scope),
    ...(await readDays(tx, scope, today)),
    funnel: await readFunnel(tx, await ofLink(tx, scope, linkId), addDays(today, 1 - days)),
  }
}

async function ofLink(tx: Tx, scope: Scope, id: string | undefined): Promise<Scope> {
  if (id === undefined) return scope
  const link = orNotFound(await tx.generatedLink.findUnique({ where: { id }, select: { companyId: true } }))
  return { companyKey: link.companyId, linkId: id }
}

async function readRows(tx: Tx, actor: Actor) {
  if (!canPerform(actor, 'submission.list')) return { waiting: [], mine: { count: 0, rows: [] } }
  const scope = reachesAllCompanies(actor) ? Prisma.sql`TRUE` : Prisma.sql`"companyId" = ${actor.companyId}`
  const own = Prisma.sql`${scope} AND "ownerId" = ${actor.userId}`
  return {
    waiting: await readWaiting(tx, scope),
    mine: { count: await countWaiting(tx, own), rows: await readWaiting(tx, own) },
  }
}
