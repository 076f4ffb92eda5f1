import type { FundingPosition, RowKind, StatementFlag, StatementMetrics } from '#domain/statement-reading'

/** Points from the page's left and top, where the page lies as it is shown. */
type PlaceOnPage = { page: number; line: number; top: number; bottom: number }

/** A row as printed; `cents` is below zero for debits. */
export type ReadRow = PlaceOnPage & { date: string; cents: number; description: string; payee: string }

/** One account and period of a file. Without proof, `failure` says why, and there are no figures. */
export type ReadAccount = { accountEnding: string | null; from: string | null; to: string | null } & (
  | {
      state: 'read'
      openingCents: number | null
      closingCents: number | null
      startCents: number
      endCents: number
      rows: ReadRow[]
    }
  | { state: 'not_read'; failure: string }
)

/** What a file tells by itself; `judge` turns the readings of a submission's files into figures. */
export type FileReading = {
  state: 'read' | 'not_read' | 'not_a_statement'
  reason: string | null
  bank: string | null
  holder: string | null
  accounts: ReadAccount[]
  flags: StatementFlag[]
}

/** `corrected`: staff said so of this submission, or earlier of the same payee. */
export type JudgedRow = ReadRow & { n: number; kind: RowKind; corrected: 'here' | 'earlier' | null }

export type JudgedAccount = {
  accountEnding: string | null
  from: string
  to: string
  openingCents: number | null
  closingCents: number | null
  creditCount: number
  creditCents: number
  debitCount: number
  debitCents: number
  metrics: StatementMetrics
  positions: FundingPosition[]
  transactions: JudgedRow[]
  /** at the end of each day of the period */
  daily: { date: string; cents: number }[]
  /** days of which another file tells first, so that they do not count here */
  copied: ReadonlySet<string>
}

export type JudgedFile = Omit<FileReading, 'accounts'> & { accounts: JudgedAccount[] }
