import { Readable } from 'node:stream'
import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { readInTurn } from '../../submissions/export/reading-turns.ts'
import { BYTE_ORDER_MARK, csvLine, csvName } from '../../submissions/export/csv.ts'
import { toWhere } from './audit-filter.ts'
import { auditNames } from './audit-names.ts'
import { recordAction } from '../record-event.ts'
import type { AuditInput } from './audit.schema.ts'

/** Entries in memory at a time. */
const BATCH = 500

/** Reads in batches as the client takes them. Entries written after the request are left out. */
export async function exportAudit(
  services: Services,
  actor: Actor,
  { filter }: Pick<AuditInput, 'filter'>,
  ip: string,
): Promise<{ name: string; content: Readable }> {
  const { where, rows, last, name } = await read(services, actor, async (tx) => {
    const asked = await toWhere(tx, actor, filter, services.readLimits.entries)
    const { _count, _max } = await tx.auditEntry.aggregate({ where: asked, _count: true, _max: { id: true } })
    const name = await csvName(tx, actor, 'audit-log')
    return { where: asked, rows: _count, last: _max.id ?? 0n, name }
  })
  const { q, columns: _columns, ...narrowed } = filter ?? {}
  // The search text may be anything; the other filters are ids, actions and times.
  const detail = { rows, searched: Boolean(q), ...narrowed }
  const log = { companyId: actor.companyId, objectType: 'audit', objectId: '' }
  await recordAction(services, { actor, ip }, 'audit-exported', log, detail)
  return { name, content: Readable.from(lines(services, actor, where, last)) }
}

const COLUMNS = [
  'id',
  'at',
  'person',
  'personId',
  'act',
  'code',
  'type',
  'objectId',
  'object',
  'company',
  'ip',
  'detail',
] as const

async function* lines(
  services: Services,
  actor: Actor,
  where: Prisma.AuditEntryWhereInput,
  last: bigint,
): AsyncGenerator<string> {
  const heads = auditMessages.csv
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map((column) => heads[column]))
  let before = last + 1n
  for (;;) {
    const batch = await readBatch(services, actor, { AND: [where, { id: { lt: before } }] })
    if (batch.lines === '') return
    yield batch.lines
    before = batch.last
  }
}

/** In turn, as an export of submissions. */
const read = <T>({ db }: Services, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  readInTurn(actor, () => db.as(actor).read(work))

async function readBatch(services: Services, actor: Actor, where: Prisma.AuditEntryWhereInput) {
  return read(services, actor, async (tx) => {
    const entries = await tx.auditEntry.findMany({ where, orderBy: { id: 'desc' }, take: BATCH })
    const names = await auditNames(tx, entries)
    const text = entries.map((entry) =>
      csvLine([
        String(entry.id),
        entry.at.toISOString(),
        entry.actorName,
        entry.actorId ?? '',
        auditSentence(entry.act, entry.detail),
        entry.act,
        entry.objectType,
        entry.objectId,
        names.object(entry.objectType, entry.objectId),
        entry.companyId === null ? '' : names.company(entry.companyId),
        entry.ip,
        JSON.stringify(entry.detail),
      ]),
    )
    return { lines: text.join(''), last: entries.at(-1)?.id ?? 0n }
  })
}
