import { describe, expect, it } from 'vitest'
import { afterGrace, isShorter, latest, overdueBefore, overdueFrom } from './retention.ts'

const at = (text: string) => new Date(text)

describe('a period in days', () => {
  it.each([
    [30, '2026-12-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    [30, '2026-12-01T23:59:59.999Z', '2026-11-01T00:00:00.000Z'],
    [30, '2026-12-02T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
    [365, '2028-03-01T12:00:00.000Z', '2027-03-02T00:00:00.000Z'],
    [1, '2026-03-29T00:30:00.000+02:00', '2026-03-27T00:00:00.000Z'],
  ])('of %i is over at %s for what came before %s', (days, now, before) => {
    expect(overdueBefore(days, at(now)).toISOString()).toBe(before)
  })

  it.each(['2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.999Z', '2028-02-29T08:00:00.000Z'])(
    'never ends before its last hour, and ends at a midnight in UTC: received at %s',
    (received) => {
      const [receivedAt, days] = [at(received), 30]
      const from = overdueFrom(days, receivedAt)
      const kept = (from.getTime() - receivedAt.getTime()) / (24 * 60 * 60 * 1000)
      expect(kept).toBeGreaterThan(days)
      expect(kept).toBeLessThanOrEqual(days + 1)
      const isOverdue = (now: Date) => receivedAt < overdueBefore(days, now)
      expect([isOverdue(new Date(from.getTime() - 1)), isOverdue(from)]).toEqual([false, true])
    },
  )

  it.each([
    [null, null, false],
    [null, 90, true],
    [90, null, false],
    [90, 90, false],
    [90, 91, false],
    [90, 89, true],
  ])('from %j to %j is shorter: %j', (before, after, expected) => {
    expect(isShorter(before, after)).toBe(expected)
  })
})

it('a grace is counted in hours, and the last of several moments counts', () => {
  const now = at('2026-11-21T18:00:00.000Z')
  expect(afterGrace(24, now).toISOString()).toBe('2026-11-22T18:00:00.000Z')
  expect(latest(now, null, afterGrace(1, now))).toEqual(afterGrace(1, now))
  expect(latest(null)).toBeNull()
})

it.each([2_147_483_647, -2_147_483_648])('a stored period of %i days still makes real dates', (days) => {
  const now = at('2026-11-21T18:00:00.000Z')
  for (const date of [overdueBefore(days, now), overdueFrom(days, now)])
    expect(date.toISOString()).toMatch(/^(1970|2026|9999)-/)
})
