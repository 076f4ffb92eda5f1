import { isRecord } from '#domain/json'
import { withActor, type Actor } from '../../auth/actor.ts'
import { toSkipTake, type Page } from '../../database/list-query.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { toOrderBy, toWhere } from './audit-filter.ts'
import { auditNames, type AuditNames } from './audit-names.ts'
import type { AuditInput, AuditRow } from './audit.schema.ts'

export async function listAudit({ db }: Services, actor: Actor, input: AuditInput): Promise<Page<AuditRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  return withActor(db, actor, async (tx) => {
    const where = await toWhere(tx, actor, input.filter)
    const total = await tx.auditEntry.count({ where })
    const entries = await tx.auditEntry.findMany({ where, orderBy: toOrderBy(input.sort), skip, take })
    const names = await auditNames(tx, entries)
    return { rows: entries.map((entry) => toRow(entry, names)), total, from }
  })
}

export const getAudit = ({ db }: Services, actor: Actor, id: string): Promise<AuditRow> =>
  withActor(db, actor, async (tx) => {
    const entry = await tx.auditEntry.findFirst({ where: await toWhere(tx, actor, { id: [id] }) })
    if (entry === null) throw new AppError('not_found')
    return toRow(entry, await auditNames(tx, [entry]))
  })

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
