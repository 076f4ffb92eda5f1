import { csvLine, BYTE_ORDER_MARK, csvName } from '../submissions/export/csv.ts'
import { readInTurn } from '../submissions/export/reading-turns.ts'
import { orNotFound } from '../errors.ts'
import { recordAction, recordEvent, type AuditActor } from '../events/record-event.ts'
import type { Services } from '../services.ts'
import { findCashFlow, findCorrected, toCashFlow } from './cash-flow.ts'
import { queueStatements } from './queue-statements.ts'
import { lockFigures, settleFigures } from './read-statements.ts'
import { openReading, payeeHash, rowsOf, sealReading } from './sealed-reading.ts'
import type { CashFlow, CorrectInput } from './statement.schema.ts'

type Needs = Pick<Services, 'db' | 'keys'>

const toAudited = (companyId: string, id: string) => ({ companyId, objectType: 'submission', objectId: id })

export async function readCashFlow(services: Needs, by: AuditActor, id: string): Promise<CashFlow> {
  const { cashFlow, companyId } = await readInTurn(by.actor, async () => {
    const row = await services.db.as(by.actor).write((tx) => findCashFlow(tx, id))
    return { cashFlow: await toCashFlow(services.keys, row), companyId: row.companyId }
  })
  // A page asks for every submission, also for those without anything to read.
  if (cashFlow.files.some(({ accounts }) => accounts.length > 0))
    await recordAction(services, by, 'statements-read', toAudited(companyId, id))
  return cashFlow
}

/** Staff don't write applicants' rows, so the system changes those of a submission that they may see. */
export const correctKinds = (services: Needs, by: AuditActor, input: CorrectInput): Promise<CashFlow> =>
  readInTurn(by.actor, () => correct(services, by, input))

async function correct(
  services: Needs,
  by: AuditActor,
  { id, documentId, account, kind, ...asked }: CorrectInput,
): Promise<CashFlow> {
  const { db, keys } = services
  const n = asked.n ?? null
  const { companyId } = await db.as(by.actor).write((tx) => findCashFlow(tx, id))
  return db.system('document').write(async (tx) => {
    await lockFigures(tx, id)
    const row = await findCashFlow(tx, id)
    const found = row.formSession.documents.find((each) => each.id === documentId)
    const sealed = { documentId, data: orNotFound(found?.statement?.data ?? null) }
    const { reading, corrections } = openReading(keys, row, sealed)
    const payee = findCorrected(reading, { account, n, payee: asked.payee ?? null })
    const change = { account, n, payee: n === null ? payee : null, kind, at: new Date().toISOString() }
    const others = corrections.filter((each) => rowsOf(each) !== rowsOf(change))
    const data = sealReading(keys, row, documentId, { reading, corrections: [...others, change] })
    await tx.statementReading.update({ where: { documentId }, data: { data } })
    if (n === null) {
      const memory = { companyId, payee: payeeHash(keys, companyId, payee) }
      const where = { companyId_payee: memory }
      await tx.payeeKind.upsert({ where, create: { ...memory, kind }, update: { kind } })
    }
    const cashFlow = await settleFigures(services, tx, id, false)
    const detail = { document: documentId, kind, ...(n !== null && { row: n }) }
    const about = toAudited(companyId, id)
    await recordEvent(tx, { ...by, ...about, act: 'statement-kinds-corrected', detail })
    return cashFlow
  })
}

/** Reads a document anew; its figures are those of before until then. */
export async function readAgain(
  { db }: Needs,
  by: AuditActor,
  { id, documentId }: { id: string; documentId: string },
): Promise<{ documentId: string; state: 'reading' }> {
  const { formSession } = await db.as(by.actor).write((tx) => findCashFlow(tx, id))
  orNotFound(formSession.documents.find((document) => document.id === documentId) ?? null)
  await db.system('document').write((tx) => queueStatements(tx, id, documentId))
  return { documentId, state: 'reading' }
}

const COLUMNS = ['bank', 'account', 'date', 'amount', 'balance', 'kind', 'payee', 'description', 'page']

/** Every row that counts, as CSV. */
export async function exportRows(
  services: Needs,
  by: AuditActor,
  id: string,
): Promise<{ name: string; content: string }> {
  const { row, name, lines } = await readInTurn(by.actor, async () => {
    const found = await services.db.as(by.actor).write(async (tx) => ({
      row: await findCashFlow(tx, id),
      name: await csvName(tx, by.actor, 'statements'),
    }))
    const { files } = await toCashFlow(services.keys, found.row)
    return { ...found, lines: files.flatMap(({ accounts }) => accounts.flatMap(toLines)) }
  })
  const about = toAudited(row.companyId, id)
  await recordAction(services, by, 'statements-exported', about, { rows: lines.length })
  return { name, content: `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}${lines.join('')}` }
}

function toLines(account: CashFlow['files'][number]['accounts'][number]): string[] {
  const ends = new Map(account.daily.map(({ date, cents }) => [date, cents]))
  const { bank, accountEnding } = account
  const counted = account.transactions.filter(({ counts }) => counts)
  return counted.map(({ date, cents, kind, payee, description, page }, index, rows) => {
    const isLastOfDay = rows[index + 1]?.date !== date
    const balance = isLastOfDay ? (ends.get(date) ?? null) : null
    const amounts = [toDollars(cents), balance === null ? '' : toDollars(balance)]
    return csvLine([
      bank ?? '',
      accountEnding ?? '',
      date,
      ...amounts,
      kind,
      payee,
      description,
      String(page),
    ])
  })
}

const toDollars = (cents: number): number => cents / 100
