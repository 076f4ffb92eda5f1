import { expect, test } from 'vitest'
import { DEFAULT_DESK_SETTINGS, findStatus, parseDeskSettings } from './desk-settings.ts'

test('a company without settings has the eight statuses and our reasons', () => {
  expect(parseDeskSettings({})).toEqual(DEFAULT_DESK_SETTINGS)
  expect(parseDeskSettings(null)).toEqual(DEFAULT_DESK_SETTINGS)
})

test('keeps the order, names and own statuses of the company, and adds what it lacks at the end', () => {
  const { statuses, reasons } = parseDeskSettings({
    statuses: [
      { key: 'own_1', name: 'Second look', status: 'in_review', retired: false },
      { key: 'new', name: 'Fresh', status: 'new', retired: true },
      { key: 'own_2', name: 'Broken', status: 'nowhere' },
    ],
    reasons: { declined: [{ key: 'own_3', name: 'Restricted industry', retired: true, asksText: true }] },
  })
  expect(statuses.map(({ key }) => key).slice(0, 3)).toEqual(['own_1', 'new', 'in_review'])
  expect(statuses).toHaveLength(9)
  // Arrivals need it, so it is never retired.
  expect(statuses[1]).toEqual({ key: 'new', name: 'Fresh', status: 'new', retired: false })
  expect(reasons.declined[0]).toEqual({
    key: 'own_3',
    name: 'Restricted industry',
    retired: true,
    asksText: true,
  })
  expect(reasons.withdrawn).toEqual(DEFAULT_DESK_SETTINGS.reasons.withdrawn)
})

test('a submission whose status was removed has the name of the eight', () => {
  const of = { status: 'in_review', statusKey: 'own_9' } as const
  expect(findStatus(DEFAULT_DESK_SETTINGS, of)).toMatchObject({ name: 'In review', retired: true })
})
