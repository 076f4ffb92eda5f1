/** What rows of bank statements are. */
export const ROW_KINDS = [
  'card',
  'deposit',
  'transfer',
  'advance',
  'remittance',
  'reversal',
  'returned',
  'nsf_fee',
  'fee',
  'payroll',
  'tax',
  'check',
  'other',
] as const
export type RowKind = (typeof ROW_KINDS)[number]
/** Credits of these kinds are no deposits, and of these no revenue. */
export const NO_DEPOSIT: readonly RowKind[] = ['reversal', 'returned']
export const NO_REVENUE: readonly RowKind[] = [...NO_DEPOSIT, 'transfer', 'advance']
export const isRowKind = (text: string): text is RowKind => ROW_KINDS.some((kind) => kind === text)

/** What a statement is flagged for; never a verdict. */
export const FLAG_KINDS = [
  'balance_break',
  'sum_differs',
  'opening_differs',
  'font_differs',
  'text_covered',
  'file_updated',
  'editor_metadata',
  'foreign_page',
  'sent_twice',
  'date_outside',
  'month_missing',
  'holder_differs',
  'too_old',
] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** `page` is null where the file as a whole is meant. */
export type StatementFlag = { kind: FlagKind; page: number | null; text: string }

/** Money is integer cents. Deposits leave out reversals and returned items; revenue also transfers and advances. */
export type StatementMetrics = {
  averageDailyBalanceCents: number
  lowestCents: number
  negativeDays: number
  nsfCount: number
  depositCount: number
  depositCents: number
  trueRevenueCents: number
}

/** A funder that collects the same amount each business day or week. */
export type FundingPosition = {
  /** the name as it stands in the rows */
  descriptorPrefix: string
  funder: string
  cents: number
  frequency: 'daily' | 'weekly'
  payments: number
  /** due days without a debit, and debits returned */
  missed: number
  /** of true revenue, in percent */
  revenuePercent: number | null
}
