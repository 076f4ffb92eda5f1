import { expect, test } from 'vitest'
import { itemTitle } from './request.ts'

test.each([
  ['voidedCheck', '', 'Voided check'],
  ['voidedCheck', 'A voided check', 'A voided check'],
  ['voidedCheck', 'Of the operating account', 'Voided check: Of the operating account'],
  ['driversLicense', "A driver's license", "A driver's license"],
  ['other', 'A lease', 'A lease'],
] as const)('a requested document says its type once: %s, “%s”', (type, label, title) => {
  expect(itemTitle({ kind: 'document', type, label }, 'en', null)).toBe(title)
})
