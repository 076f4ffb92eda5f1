import { expect, test } from 'vitest'
import { suggestDocument, type DocumentType } from './document-type.ts'
import { describeType } from './statement-summary.ts'

const TODAY = '2026-11-22'
const statement = (statementMonth: string | null) => ({
  documentType: 'bankStatements' as const,
  statementMonth,
})
const other = (documentType: DocumentType) => ({ documentType, statementMonth: null })

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
  [statement('2026-10'), 'en', 'Bank statement, October 2026'],
  [statement(null), 'en', 'Bank statement, month not known'],
  [statement(null), 'es', 'Estado de cuenta, mes desconocido'],
  [statement('2026-10'), 'ru', 'Выписка, октябрь 2026'],
  [other('other'), 'en', 'Other document'],
] as const)('%j is shown in %s as %s', (description, language, text) => {
  expect(describeType(description, language)).toBe(text)
})
