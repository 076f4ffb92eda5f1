import { expect, test } from 'vitest'
import { dateTime } from '../format.ts'
import { parseRateLimit } from './list/number-search-dialog.tsx'
import { readApplicant, awaitsPdf, mergeDocuments, parseFormData } from './submission.ts'

test('documents of both lists stand once each, those of the submission first', () => {
  const own = [{ id: 'a' }, { id: 'b' }]
  expect(mergeDocuments(own, [{ id: 'b' }, { id: 'c' }]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test.each(['Error parsing form data', '', '[]', 'null', '"text"', '{'])('%j is no form data', (text) => {
  expect(parseFormData(text)).toBeNull()
  expect(readApplicant({ formData: text })).toBe('')
})

test('the applicant is named by the legal name, else by the DBA', () => {
  expect(readApplicant({ formData: JSON.stringify({ legalName: ' Acme LLC ', dbaName: 'Acme' }) })).toBe(
    'Acme LLC',
  )
  expect(readApplicant({ formData: JSON.stringify({ legalName: ' ', dbaName: 'Acme' }) })).toBe('Acme')
})

test('a list waits for PDFs that are being made, but not for ever', () => {
  const created = Date.parse('2026-11-21T15:00:00Z')
  const row = {
    id: '1',
    company: { id: 'c', nameOut: 'C' },
    user: { name: '' },
    formData: '{}',
    createdAt: new Date(created).toISOString(),
    pdfPath: null,
    pdfState: 'pending' as const,
  }
  expect(awaitsPdf([row], created + 1_000)).toBe(true)
  expect(awaitsPdf([{ ...row, pdfState: 'failed' }], created + 1_000)).toBe(false)
  expect(awaitsPdf([row], created + 3_600_000)).toBe(false)
})

test("times read like 'Nov 21, 2026, 3:04 PM EST', and always name their zone", () => {
  expect(dateTime('2026-11-21T20:04:00Z', 'America/New_York')).toBe('Nov 21, 2026, 3:04 PM EST')
  expect(dateTime('2026-11-21T20:04:00Z')).toMatch(/^Nov 2\d, 2026, \d+:04 [AP]M \S+$/)
  expect(dateTime('never')).toBe('never')
})

test('the tries that are left are read from the RateLimit header', () => {
  expect(parseRateLimit('"submission-search";r=9;t=600')).toEqual({ tries: 9, seconds: 600 })
  expect([parseRateLimit(null), parseRateLimit('nonsense')]).toEqual([null, null])
})
