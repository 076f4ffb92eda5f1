import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { FLAG_KINDS, ROW_KINDS } from '#domain/statement-reading'
import { envelope } from '../trpc/envelope.ts'
import { eg, egText, EXAMPLE, entity } from '../trpc/example.ts'
import { anyText, id } from '../trpc/inputs.ts'

const cents = (example: number) => eg(z.number().int(), example)
const count = cents
const day = egText('2026-07-31')
const ending = eg(z.string().nullable(), '1234')

const metrics = entity('CashFlowMetrics', {
  averageDailyBalanceCents: cents(842_310),
  lowestCents: cents(-12_040),
  negativeDays: count(1),
  nsfCount: count(2),
  depositCount: count(41),
  depositCents: cents(6_120_455),
  trueRevenueCents: cents(5_310_455),
})

const position = entity('FundingPosition', {
  descriptorPrefix: egText('NORTHGATE CAP'),
  funder: egText('Northgate Cap'),
  cents: cents(41_250),
  frequency: eg(z.enum(['daily', 'weekly']), 'daily'),
  payments: count(22),
  missed: count(0),
  revenuePercent: eg(z.number().nullable(), 17.1),
})

const transaction = entity('StatementRow', {
  n: count(1),
  date: egText('2026-07-01'),
  cents: cents(-41_250),
  description: egText('NORTHGATE CAP DES:DAILY ID:88213'),
  payee: egText('NORTHGATE CAP'),
  kind: eg(z.enum(ROW_KINDS), 'remittance'),
  corrected: eg(z.enum(['here', 'earlier']).nullable(), null).meta({
    description: 'Staff said the kind, of this submission or earlier of the same payee',
  }),
  counts: z
    .boolean()
    .meta({ description: 'false for rows of days that another file tells first', example: true }),
  page: count(1),
  top: z.number().meta({ description: 'Points from the top of the page to the row', example: 301.5 }),
  bottom: z.number().meta({ description: 'Points from the top of the page to its end', example: 311 }),
})

const dailyBalance = z.object({ date: day, cents: cents(942_377) })

const account = entity('StatementAccount', {
  bank: eg(z.string().nullable(), 'Harbor National'),
  holder: eg(z.string().nullable(), 'Rossi Foods LLC'),
  accountEnding: ending,
  from: egText('2026-07-01'),
  to: day,
  openingCents: eg(z.number().int().nullable(), 1_204_410),
  closingCents: eg(z.number().int().nullable(), 942_377),
  creditCount: count(44),
  creditCents: cents(6_320_455),
  debitCount: count(97),
  debitCents: cents(6_582_488),
  metrics,
  positions: z.array(position),
  transactions: z.array(transaction),
  daily: z.array(dailyBalance).meta({
    description: 'The balance at the end of each day',
  }),
})

const flag = entity('StatementFlag', {
  kind: eg(z.enum(FLAG_KINDS), 'sum_differs'),
  page: eg(z.number().int().nullable(), 1),
  text: egText('Page 1, line 9: the printed ‘Total deposits’ is $500.00 higher than the rows give.'),
})

const file = entity('Statement', {
  documentId: egText(EXAMPLE.document.id),
  state: eg(z.enum(['reading', 'read', 'not_read', 'not_a_statement']), 'read'),
  reason: eg(z.string().nullable(), null),
  flags: z.array(flag),
  accounts: z.array(account).meta({ description: 'Accounts whose figures are proven' }),
  notRead: z
    .array(
      z.object({
        accountEnding: ending,
        from: eg(z.string().nullable(), '2026-08-01'),
        to: eg(z.string().nullable(), '2026-08-31'),
        reason: egText('No balances were found that confirm the transactions.'),
      }),
    )
    .meta({ description: 'Accounts of the file that are not read' }),
})

const cashFlow = entity('CashFlow', {
  files: z.array(file),
  months: z.array(
    z.object({
      month: egText('2026-07'),
      metrics,
      isWhole: z.boolean().meta({ description: 'Every day of the month is read', example: true }),
    }),
  ),
  total: z.object({ metrics: metrics.nullable(), positions: z.array(position) }),
  daily: z
    .array(dailyBalance)
    .meta({ description: 'The accounts together at the end of each day that is read' }),
})
export type CashFlow = z.infer<typeof cashFlow>
export type StatementFile = CashFlow['files'][number]
export const cashFlowParts = { metrics, position, flag, account, months: cashFlow.shape.months }

export const statementsInput = z.strictObject({ id })
export const statementsOutput = envelope(cashFlow)

export const readAgainInput = z.strictObject({ id, documentId: id })
export const readAgainOutput = envelope(file.pick({ documentId: true, state: true }))
export const correctInput = z
  .strictObject({
    id,
    documentId: id,
    account: z.string().max(LIMITS.idLength).nullable().meta({ example: '1234' }),
    n: eg(z.number().int().min(1).optional(), 1),
    payee: eg(anyText().max(LIMITS.textLength).optional(), 'NORTHGATE CAP'),
    kind: transaction.shape.kind,
  })
  .refine(({ n, payee }) => (n === undefined) !== (payee === undefined), {
    path: ['payee'],
    message: serverMessages.invalid.rowOrPayee,
  })
export type CorrectInput = z.infer<typeof correctInput>
