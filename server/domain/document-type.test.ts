import { expect, test } from 'vitest'
import { suggestDocument } from './document-type.ts'
import { statementSummary } from './statement-summary.ts'

const TODAY = '2026-11-22'
const statement = (statementMonth: string | null) => ({ documentType: 'bankStatements', statementMonth })
const other = (documentType: string) => ({ documentType, statementMonth: null })

test.each([
  ['October 2026.pdf', statement('2026-10')],
  ['Chase statement.pdf', statement(null)],
  ["Driver's License front.jpg", other('driversLicense')],
  ['DL_Ortiz.jpg', other('driversLicense')],
  ['VOIDED CHECK.pdf', other('voidedCheck')],
  ['2025 Form 1120S.pdf', other('taxReturn')],
  ['2025_tax_return.pdf', other('taxReturn')],
])('%s is suggested as %j', (name, suggestion) => {
  expect(suggestDocument(name, TODAY)).toEqual(suggestion)
})

test.each([
  ['scan0001.pdf'],
  ['IMG_4521.jpg'],
  ['lease.pdf'],
  ['taxi licence.pdf'],
  ['void check and tax return.pdf'],
])('%s suggests nothing', (name) => {
  expect(suggestDocument(name, TODAY)).toBeNull()
})

test.each([
  [['2026-07', '2026-08', '2026-09', '2026-10'], 'Statements: Jul Aug Sep Oct, none missing'],
  [['2026-09', '2026-07', '2026-08', '2026-08'], 'Statements: Jul Aug Sep, Oct missing'],
  [['2026-01'], 'Statements: Jul Aug Sep Oct missing'],
])('months %j are summed up as %s', (statementMonths, summary) => {
  const received = { statementMonths, timeZone: 'America/New_York' }
  // Still November in New York.
  expect(statementSummary({ ...received, createdAt: '2026-12-01T03:00:00Z' })).toBe(summary)
})
