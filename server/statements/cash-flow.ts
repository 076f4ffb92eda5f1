import { setImmediate } from 'node:timers/promises'
import { listFigures, NO_FIGURES } from '#domain/cash-flow'
import { flagMessages, notReadMessages } from '#domain/messages/statement-reading'
import { STATEMENT_TYPE } from '#domain/files'
import { askedMonths } from '#domain/statement-summary'
import type { StatementFlag } from '#domain/statement-reading'
import type { Values } from '#domain/catalogue/values'
import { Prisma } from '../generated/client.ts'
import { AppError, orNotFound } from '../errors.ts'
import type { Tx } from '../platform/database/db.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openAnswers } from '../submissions/accept/sealed-submission.ts'
import { differsFrom } from './holder.ts'
import { judge } from './reader/judge/judge.ts'
import { payeeKey } from './reader/judge/payee.ts'
import { unread } from './reader/read-file.ts'
import type { FileReading, JudgedFile, ReadAccount } from './reader/reading.ts'
import { openReading, rowsOf, type KindCorrection } from './sealed-reading.ts'
import type { CashFlow } from './statement.schema.ts'
import { sumUp } from './sum-up.ts'

/** The job that follows a submit has its statements read soon; those of earlier releases wait for a click. */
const ARRIVAL_MS = 10 * 60_000

const cashFlowSelect = {
  id: true,
  companyId: true,
  createdAt: true,
  formData: true,
  formSession: {
    select: {
      wrappedKey: true,
      documents: {
        where: { documentType: STATEMENT_TYPE, unlocked: null },
        orderBy: { id: 'asc' },
        select: { id: true, statement: true },
      },
    },
  },
  company: { select: { timeZone: true } },
} as const satisfies Prisma.FormSubmissionSelect

type Row = Prisma.FormSubmissionGetPayload<{ select: typeof cashFlowSelect }>

export const findCashFlow = async (tx: Tx, id: string): Promise<Row> =>
  orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: cashFlowSelect }))

/** Everything that a submission's statements tell, explained down to the row. Computed anew each time, in pieces. */
export async function toCashFlow(keys: KeyRing, row: Row): Promise<CashFlow> {
  const { documents } = row.formSession
  const isArriving = Date.now() - row.createdAt.getTime() < ARRIVAL_MS
  const opened = []
  for (const { id, statement } of documents) {
    opened.push({
      documentId: id,
      state: statement?.state ?? (isArriving ? ('reading' as const) : ('not_read' as const)),
      stored: statement?.data ? openReading(keys, row, { documentId: id, data: statement.data }) : null,
    })
    // Lets other requests through.
    await setImmediate()
  }
  const corrections = opened.map(({ stored }) => stored?.corrections ?? [])
  const readings = opened.map(({ stored }) => stored?.reading ?? unread(notReadMessages.notYet))
  const ofPayees = latest(corrections.flat().filter(({ n }) => n === null))
  const ofRows = corrections.map((own) => latest(own.filter(({ n }) => n !== null)))
  const judged = judge(
    readings,
    ({ payee }, n, { file, accountEnding }) =>
      ofRows[file]?.get(`${accountEnding} ${n}`) ??
      (ofPayees.size > 0 ? ofPayees.get(payeeKey(payee)) : undefined),
  )
  await setImmediate()
  const summed = sumUp(judged)
  const flagsOf = applicationFlags(keys, row)
  await setImmediate()
  const files = opened.map(({ documentId, state }, index) => {
    const [file, reading] = [judged[index], readings[index]]
    const flags = [...(file?.flags ?? []), ...(reading ? flagsOf(reading) : [])]
    const reason = state === 'reading' ? null : (reading?.reason ?? null)
    const accounts = file ? toAccounts(file) : []
    return { documentId, state, reason, flags, accounts, notRead: notReadOf(reading) }
  })
  return { files, ...summed }
}

/** The figures that lists sort by. */
export const toFigures = ({ months, total }: CashFlow) => listFigures(months, total.positions) ?? NO_FIGURES

const toAccounts = ({ bank, holder, accounts }: JudgedFile): CashFlow['files'][number]['accounts'] =>
  accounts.map(({ transactions, copied, ...account }) => ({
    bank,
    holder,
    ...account,
    transactions: transactions.map(({ line: _line, ...row }) => ({
      ...row,
      description: withoutNumbers(row.description),
      payee: withoutNumbers(row.payee),
      counts: !copied.has(row.date),
    })),
  }))

/** Banks print numbers of accounts and cards in full; four digits tell which. */
const withoutNumbers = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){6,}/g, (digits) => `…${digits.slice(-4)}`)

const notReadOf = (reading: FileReading | undefined) =>
  (reading?.accounts ?? []).flatMap((account: ReadAccount) =>
    account.state === 'not_read'
      ? [
          {
            accountEnding: account.accountEnding,
            from: account.from,
            to: account.to,
            reason: account.failure,
          },
        ]
      : [],
  )

const latest = (corrections: KindCorrection[]) =>
  new Map(
    corrections
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map((each) => [rowsOf(each), { kind: each.kind, corrected: saidWhen(each) }]),
  )

/** A correction that is remembered for a payee names neither an account nor a row. */
const saidWhen = ({ account, n }: KindCorrection): 'here' | 'earlier' =>
  account === null && n === null ? 'earlier' : 'here'

/** Flags that compare a file with the application it came with. */
function applicationFlags(keys: KeyRing, row: Row): (reading: FileReading) => StatementFlag[] {
  const answers = readAnswers(keys, row)
  const [first = ''] = askedMonths({ createdAt: row.createdAt, timeZone: row.company.timeZone })
  return ({ holder, accounts }) => {
    const last = accounts
      .flatMap(({ to }) => to ?? [])
      .toSorted()
      .at(-1)
    return [
      ...(answers && holder !== null && differsFrom(holder, answers)
        ? [{ kind: 'holder_differs' as const, page: 1, text: flagMessages.holderDiffers(holder) }]
        : []),
      ...(last !== undefined && last.slice(0, 7) < first
        ? [{ kind: 'too_old' as const, page: null, text: flagMessages.tooOld(last) }]
        : []),
    ]
  }
}

function readAnswers(keys: KeyRing, row: Row): Values | null {
  try {
    return openAnswers(keys, row)
  } catch {
    // Only the comparison with the answers is left out: the page of the submission reports the damage.
    return null
  }
}

/** The text of the payee that a correction is about. @throws AppError not_found */
export function findCorrected(
  { accounts }: FileReading,
  { account, n, payee }: { account: string | null; n: number | null; payee: string | null },
): string {
  const rows = accounts.flatMap((each) =>
    each.state === 'read' && each.accountEnding === account
      ? each.rows.map((row, index) => ({ n: index + 1, payee: withoutNumbers(row.payee) }))
      : [],
  )
  const found = rows.find((row) => (n === null ? payeeKey(row.payee) === payeeKey(payee ?? '') : row.n === n))
  // A row like '1234' has no payee, so a correction by payee would reach rows that have nothing in common.
  if (!found || (n === null && payeeKey(found.payee) === '')) throw new AppError('not_found')
  return found.payee
}
