import { STAFF_AUDIT_OBJECT_TYPES } from '#domain/audit-actions'
import { findActionsByText } from '#domain/messages/audit'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor, Tx } from '../../auth/actor.ts'
import { contains, dateBeginsWith, searchWhere } from '../../database/list-query.ts'
import type { Prisma } from '../../generated/client.ts'
import { AUDIT_COLUMNS, type AuditColumn, type AuditInput } from './audit.schema.ts'

type Condition = Prisma.AuditEntryWhereInput

/** What the caller may read of the log, of that what is asked for. The company's bounds are the transaction's. */
export async function toWhere(tx: Tx, actor: Actor, filter: AuditInput['filter']): Promise<Condition> {
  const { q, columns, submission, from, to, ...equal } = filter ?? {}
  const conditions: Condition[] = [equal, searchWhere({ q, columns }, SEARCHED_BY, AUDIT_COLUMNS)]
  if (!reachesAllCompanies(actor)) conditions.push({ objectType: { in: [...STAFF_AUDIT_OBJECT_TYPES] } })
  if (submission !== undefined) conditions.push(await aboutSubmission(tx, submission))
  if (from !== undefined) conditions.push({ at: { gte: new Date(from) } })
  if (to !== undefined) conditions.push({ at: { lt: toEnd(to) } })
  return { AND: conditions }
}

/** Entries about a submission itself and about its documents, each kind by the index on what an entry is about. */
async function aboutSubmission(tx: Tx, id: string): Promise<Condition> {
  const documents = await tx.document.findMany({ where: { formSessionId: id }, select: { id: true } })
  return {
    OR: [
      { objectType: 'submission', objectId: id },
      { objectType: 'document', objectId: { in: documents.map((document) => document.id) } },
    ],
  }
}

const SEARCHED_BY: Record<AuditColumn, (q: string) => Condition[]> = {
  at: (q) => dateBeginsWith(q).map((at) => ({ at })),
  actor: (q) => [{ actorName: contains(q) }],
  // As it is shown, and as programs call it.
  act: (q) => [{ act: { in: findActionsByText(q) } }, { act: contains(q) }],
  object: (q) => [{ objectId: q }],
  ip: (q) => [{ ip: contains(q) }],
}

/** A day that is given without a time is meant to its end. */
function toEnd(time: string): Date {
  const date = new Date(time)
  if (!time.includes('T')) date.setUTCDate(date.getUTCDate() + 1)
  return date
}

/** Entries are numbered as they are written, so their number tells the order where times are the same. */
export function toOrderBy(sort: AuditInput['sort']): Prisma.AuditEntryOrderByWithRelationInput[] {
  const [field, order] = sort ?? ['at', 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  const by = { at: [], actor: [{ actorName: direction }], act: [{ act: direction }] } as const
  return [...by[field], { id: field === 'at' ? direction : 'desc' }]
}
