import type { Services } from '../services.ts'
import { findCashFlow } from './cash-flow.ts'
import type { FileReading, ReadRow } from './reader/reading.ts'
import { lockFigures, settleFigures } from './read-statements.ts'
import { sealReading } from './sealed-reading.ts'

const row = (n: number, date: string, cents: number, description: string): ReadRow => ({
  page: 1,
  line: 20 + n,
  top: 200 + n * 12,
  bottom: 211 + n * 12,
  date,
  cents,
  description,
  payee: description,
})

/** July of an account: deposits, a funder's daily debits, a fee. */
export function sampleReading(holder: string): FileReading {
  const days = Array.from({ length: 31 }, (_, index) => `2026-07-${String(index + 1).padStart(2, '0')}`)
  const business = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()) && day !== '2026-07-03')
  const rows = business.flatMap((day, index) => [
    row(2 * index + 1, day, 210_000, 'SQUARE INC'),
    row(2 * index + 2, day, -41_250, 'NORTHGATE CAP'),
  ])
  rows.push(
    row(rows.length + 1, '2026-07-31', 90_000, `ZELLE FROM ${holder}`),
    row(rows.length + 2, '2026-07-31', -3_500, 'INSUFFICIENT FUNDS FEE'),
  )
  const endCents = rows.reduce((sum, { cents }) => sum + cents, 500_000)
  return {
    state: 'read',
    reason: null,
    bank: 'Harbor National',
    holder,
    accounts: [
      {
        state: 'read',
        accountEnding: '1234',
        from: '2026-07-01',
        to: '2026-07-31',
        openingCents: 500_000,
        closingCents: endCents,
        startCents: 500_000,
        endCents,
        rows,
      },
    ],
    flags: [],
  }
}

/** Stores what a document says without reading it. */
export const storeReading = (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  submissionId: string,
  documentId: string,
  reading: FileReading,
): Promise<unknown> =>
  db.system('test').write(async (tx) => {
    await lockFigures(tx, submissionId)
    const place = await findCashFlow(tx, submissionId)
    const data = sealReading(keys, place, documentId, { reading, corrections: [] })
    const of = { submissionId, companyId: place.companyId }
    const kept = { data, state: reading.state, readAt: new Date() }
    const where = { documentId }
    await tx.statementReading.upsert({ where, create: { documentId, ...of, ...kept }, update: kept })
    return settleFigures({ keys }, tx, submissionId, false)
  })
