import { isRecord } from '#domain/json'
import { readAsActor, withActor, type Actor } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { readKeyedPage, toKeys } from '../../database/keyset.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { toWhere } from './audit-filter.ts'
import { auditNames, type AuditNames } from './audit-names.ts'
import type { AuditInput, AuditRow } from './audit.schema.ts'

export async function listAudit({ db }: Services, actor: Actor, input: AuditInput): Promise<Page<AuditRow>> {
  return readAsActor(db, actor, async (tx) => {
    const where = await toWhere(tx, actor, input.filter)
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

export const getAudit = ({ db }: Services, actor: Actor, id: string): Promise<AuditRow> =>
  withActor(db, actor, async (tx) => {
    const entry = await tx.auditEntry.findFirst({ where: await toWhere(tx, actor, { id: [id] }) })
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
