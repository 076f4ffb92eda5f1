import { setImmediate } from 'node:timers/promises'
import { LIMITS, RECOGNITION_LIMITS } from '#domain/limits'
import { notReadMessages } from '#domain/messages/statement-reading'
import { isRowKind } from '#domain/statement-reading'
import { STATEMENT_TYPE } from '#domain/files'
import { documentFile } from '../documents/document-key.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import { SealError, UnknownKeyError } from '../platform/crypto/seal.ts'
import { readEncrypted } from '../platform/files/stored-file.ts'
import { FileMissingError } from '../platform/files/storage.ts'
import { lockRow, lockRows } from '../platform/database/lock-row.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { findCashFlow, toCashFlow, toFigures } from './cash-flow.ts'
import { countRows, unread } from './reader/read-file.ts'
import type { FileReading } from './reader/reading.ts'
import { monthOf } from './reader/text/dates.ts'
import type { CashFlow } from './statement.schema.ts'
import { openReading, payeeHash, sealReading, type KindCorrection } from './sealed-reading.ts'

/** The figures of many rows may take seconds where processors are busy. */
const KEEP_MS = 60_000

type Needs = Pick<Services, 'db' | 'keys' | 'storage' | 'statements' | 'log'>
type Payload = TaskPayloads['read-statements']
type Waiting = Awaited<ReturnType<typeof findWaiting>>[number]
type Found = { reading: FileReading; scannedPages: number }

/** Reads statements that have text, and queues scans for the job that recognizes them. */
export async function readStatements(services: Needs, { id }: Payload): Promise<void> {
  let scans = 0
  for (const row of await findWaiting(services, id)) {
    const reading = await readStored(services, row, null)
    if (reading) await keep(services, row, { reading, scannedPages: 0 })
    else scans += 1
  }
  if (scans > 0)
    await services.db.system('job').write((client) => addJob(client, 'recognize-statements', { id }))
}

/** One file each time, so that no submission with many of them keeps the first files of others waiting. */
export async function recognizeStatements(services: Needs, { id }: Payload): Promise<void> {
  const [row, next] = await findWaiting(services, id)
  if (!row) return
  const used = await services.db.system('job').write((client) =>
    client.statementReading.aggregate({
      where: { submissionId: id, documentId: { not: row.documentId } },
      _sum: { scannedPages: true },
    }),
  )
  const left = Math.max(0, RECOGNITION_LIMITS.pagesPerSubmission - (used._sum.scannedPages ?? 0))
  const budget = { pages: left }
  const reading = await readStored(services, row, budget)
  if (reading) await keep(services, row, { reading, scannedPages: left - budget.pages })
  if (next) await services.db.system('job').write((client) => addJob(client, 'recognize-more', { id }))
}

/** After the last attempt. */
export async function failStatements(services: Needs, { id }: Payload): Promise<void> {
  for (const row of await findWaiting(services, id))
    await keep(services, row, { reading: unread(notReadMessages.failed), scannedPages: 0 })
  services.log.error({ submissionId: id }, 'could not read the bank statements of this submission')
}

const findWaiting = ({ db }: Pick<Needs, 'db'>, submissionId: string) =>
  db.system('job').write((client) =>
    client.statementReading.findMany({
      where: { submissionId, state: 'reading', document: { documentType: STATEMENT_TYPE } },
      orderBy: { documentId: 'asc' },
      select: {
        documentId: true,
        submissionId: true,
        companyId: true,
        document: {
          select: {
            id: true,
            companyId: true,
            storedAs: true,
            wrappedKey: true,
            formSession: { select: { id: true, wrappedKey: true } },
          },
        },
      },
    }),
  )

async function readStored(
  { keys, storage, statements, log }: Needs,
  { document }: Waiting,
  budget: { pages: number } | null,
): Promise<FileReading | null> {
  const open = () => readEncrypted(storage, documentFile(keys, document))
  try {
    // A key rotation moves files, rows first.
    const bytes = await open().catch((error: unknown) => {
      if (error instanceof FileMissingError) return open()
      throw error
    })
    return await statements.read(bytes, budget)
  } catch (error) {
    const isLost = error instanceof FileMissingError || error instanceof SealError
    if (!isLost || error instanceof UnknownKeyError) throw error
    log.error({ documentId: document.id }, 'a stored file is damaged or missing')
    return unread(notReadMessages.damaged)
  }
}

/** Nothing, where the document was destroyed or described as another type meanwhile. */
async function keep(services: Needs, row: Waiting, { reading: found, scannedPages }: Found): Promise<void> {
  await keepMonth(services, row, found)
  await services.db.system('job').write(async (tx) => {
    const { documentId, submissionId } = row
    await lockFigures(tx, submissionId)
    const own = await tx.statementReading.findUnique({ where: { documentId, state: 'reading' } })
    if (!own) return
    const place = await findCashFlow(tx, submissionId)
    const open = ({ id, data }: { id: string; data: Uint8Array | null | undefined }) =>
      data ? openReading(services.keys, place, { documentId: id, data }) : null
    const before = open({ id: documentId, data: own.data })?.corrections ?? []
    let rows = countRows(found.accounts)
    for (const { id, statement } of place.formSession.documents) {
      if (id !== documentId) rows += countRows(open({ id, data: statement?.data })?.reading.accounts ?? [])
      await setImmediate()
    }
    const isTooMuch = found.state === 'read' && rows > LIMITS.rowsPerCashFlow
    const reading = isTooMuch ? unread(notReadMessages.submissionRows(LIMITS.rowsPerCashFlow)) : found
    const corrections = [...before, ...(await remembered(services, tx, row.companyId, reading))]
    const data = sealReading(services.keys, place, documentId, { reading, corrections })
    const { state } = reading
    await tx.statementReading.update({
      where: { documentId },
      data: { state, data, scannedPages, readAt: new Date() },
    })
    await settleFigures(services, tx, submissionId, true)
  }, KEEP_MS)
}

/**
 * A statement without a month gets the month that its rows prove. In a transaction of its own, as calls that change a document
 * lock it before the row of the desk, and the form session before both.
 */
async function keepMonth(
  { db }: Needs,
  { documentId: id, submissionId }: Waiting,
  { accounts }: FileReading,
): Promise<void> {
  const months = new Set(
    accounts.flatMap(({ state, from, to }) =>
      state === 'read' && from && to ? [monthOf({ from, to })] : [],
    ),
  )
  const [statementMonth] = months
  if (statementMonth === undefined || months.size > 1) return
  await db.system('job').write(async (tx) => {
    await lockRow(tx, 'FormSession', submissionId)
    const copy = await tx.document.findUnique({ where: { id }, select: { unlockedFrom: true } })
    await tx.document.updateMany({
      where: {
        id: { in: [id, copy?.unlockedFrom ?? id] },
        documentType: STATEMENT_TYPE,
        statementMonth: null,
      },
      data: { statementMonth, suggested: true },
    })
  })
}

/**
 * Before any reading is changed: a call that adds a document has the row of the desk when it queues the reading. Not
 * against foreign keys, as such a call refers to the submission.
 */
export async function lockFigures(tx: Tx, id: string): Promise<void> {
  await lockRows(tx, 'FormSubmission', [id], 'changes')
  await lockRows(tx, 'SubmissionDesk', [id], 'changes')
}

/** What staff of the company said earlier of the payees in it. */
async function remembered(
  { keys }: Pick<Needs, 'keys'>,
  tx: Tx,
  companyId: string,
  { accounts }: FileReading,
): Promise<KindCorrection[]> {
  const payees = accounts.flatMap((account) =>
    account.state === 'read' ? account.rows.map(({ payee }) => payee) : [],
  )
  const hashes = new Map([...new Set(payees)].map((payee) => [payeeHash(keys, companyId, payee), payee]))
  const found = await tx.payeeKind.findMany({ where: { companyId, payee: { in: [...hashes.keys()] } } })
  return found.flatMap(({ payee: hash, kind, updatedAt }) => {
    const payee = hashes.get(hash)
    return payee !== undefined && isRowKind(kind)
      ? [{ account: null, n: null, payee, kind, at: updatedAt.toISOString() }]
      : []
  })
}

/** Copies the figures to where lists sort by them. @param tells webhooks once no file waits */
export async function settleFigures(
  { keys }: Pick<Services, 'keys'>,
  tx: Tx,
  id: string,
  tells: boolean,
): Promise<CashFlow> {
  const row = await findCashFlow(tx, id)
  const cashFlow = await toCashFlow(keys, row)
  await tx.submissionDesk.update({ where: { id }, data: toFigures(cashFlow), select: { id: true } })
  if (!tells || cashFlow.files.some(({ state }) => state === 'reading')) return cashFlow
  const about = { companyId: row.companyId, objectType: 'submission', objectId: id }
  await recordEvent(tx, { ...about, actor: SYSTEM, act: 'statements-ready', ip: '' })
  return cashFlow
}
