import { canPerform } from '#domain/actions'
import { STAFF_AUDIT_OBJECT_TYPES } from '#domain/events'
import { findActionsByText } from '#domain/messages/audit'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { DEFAULT_TIME_ZONE, startOfDay } from '#domain/time-zone'
import type { Actor } from '../../auth/actor.ts'
import { fieldError } from '../../errors.ts'
import type { Tx } from '../../platform/database/db.ts'
import {
  contains,
  findSpans,
  inDays,
  searchWhere,
  type SearchedBy,
} from '../../platform/database/list-query.ts'
import type { Prisma } from '../../generated/client.ts'
import type { AuditColumn, AuditInput } from './audit.schema.ts'

type Condition = Prisma.AuditEntryWhereInput
type OfZones = (timeZones: string[]) => Condition

/** @param most how many entries a text is looked for in */
export async function toWhere(
  tx: Tx,
  actor: Actor,
  filter: AuditInput['filter'],
  most: number,
): Promise<Condition> {
  const { q, columns, id, submission, from, to, ...equal } = filter ?? {}
  // Row-level security narrows to the company as well, but without an index.
  const ofCompany = reachesAllCompanies(actor) ? {} : { companyId: actor.companyId }
  const conditions: Condition[] = [ofCompany, equal, { id: { in: id?.flatMap(toEntryNumbers) } }]
  if (!canPerform(actor, 'audit.list')) conditions.push({ objectType: { in: [...STAFF_AUDIT_OBJECT_TYPES] } })
  if (submission !== undefined) conditions.push(await aboutSubmission(tx, submission))
  if (q !== undefined || from !== undefined || to !== undefined) {
    const ofZones = await findOfZones(tx)
    const search = await searchWhere(tx, { q, columns }, searchedBy(ofZones))
    // In an AND with other conditions, Prisma takes an empty OR for none.
    if (search.OR?.length === 0) return { id: { in: [] } }
    conditions.push(search)
    const between = await findSpans(tx, (timeZone) => ({
      gte: from === undefined ? new Date(0) : startOf(from, timeZone),
      lt: to === undefined ? new Date('9999-12-31') : endOf(to, timeZone),
    }))
    const days = from === undefined && to === undefined ? [] : inDays(between, (at) => ({ at }), ofZones)
    conditions.push(...days)
    const { companyId, actorId, objectId = submission ?? id } = equal
    if (search.OR && objectId === undefined) {
      const where = { AND: [ofCompany, { companyId, actorId }, ...days] }
      const searched = { where, take: most + 1, orderBy: { id: 'desc' } } as const
      const { _count, _min, _max } = await tx.auditEntry.aggregate({
        ...searched,
        _count: true,
        _min: { id: true },
        _max: { id: true },
      })
      if (_count > most) throw fieldError('filter.q', serverMessages.narrower.entries(most))
      // Keeps PostgreSQL from looking for them among all entries of the company.
      conditions.push({ id: { gte: _min.id ?? 0n, lte: _max.id ?? -1n } })
    }
  }
  return { AND: conditions }
}

/** An entry has no relation to its company, only the company's id. */
async function findOfZones(tx: Tx): Promise<OfZones> {
  const companies = await tx.company.findMany({
    where: { timeZone: { not: DEFAULT_TIME_ZONE } },
    select: { id: true, timeZone: true },
  })
  return (timeZones) => {
    const ids = companies.filter(({ timeZone }) => timeZones.includes(timeZone)).map(({ id }) => id)
    return { AND: [{ companyId: { not: null } }, { companyId: { in: ids } }] }
  }
}

function toEntryNumbers(id: string): bigint[] {
  const number = /^\d{1,19}$/.test(id) ? BigInt(id) : null
  return number !== null && number === BigInt.asIntN(64, number) ? [number] : []
}

async function aboutSubmission(tx: Tx, id: string): Promise<Condition> {
  const documents = await tx.document.findMany({ where: { formSessionId: id }, select: { id: true } })
  return {
    OR: [
      { objectType: 'submission', objectId: id },
      { objectType: 'document', objectId: { in: documents.map((document) => document.id) } },
    ],
  }
}

const searchedBy = (ofZones: OfZones): SearchedBy<AuditColumn, Condition> => ({
  at: (_q, days) => inDays(days, (at) => ({ at }), ofZones),
  actor: (q) => [{ actorName: contains(q) }],
  act: (q) => [{ act: { in: findActionsByText(q) } }, { act: contains(q) }],
  object: (q) => [{ objectId: q }],
  ip: (q) => [{ ip: contains(q) }],
})

const isDay = (time: string): boolean => !time.includes('T')

const startOf = (time: string, timeZone: string): Date =>
  isDay(time) ? startOfDay(new Date(time), timeZone) : new Date(time)

function endOf(time: string, timeZone: string): Date {
  const date = new Date(time)
  if (!isDay(time)) return date
  date.setUTCDate(date.getUTCDate() + 1)
  return startOfDay(date, timeZone)
}
