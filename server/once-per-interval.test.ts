import { afterEach, expect, it, vi } from 'vitest'
import { oncePerInterval } from './once-per-interval.ts'

afterEach(() => vi.useRealTimers())

it('tells the first of each key, and the next one when the time has passed', () => {
  vi.useFakeTimers({ now: 0 })
  const isFirst = oncePerInterval(1000)
  expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true])
  vi.setSystemTime(999)
  expect(isFirst('a')).toBe(false)
  vi.setSystemTime(1000)
  expect([isFirst('a'), isFirst('a')]).toEqual([true, false])
})

it('remembers so many and no more, the latest', () => {
  const isFirst = oncePerInterval(60_000)
  for (let n = 0; n <= 10_000; n++) isFirst(String(n))
  expect([isFirst('10000'), isFirst('0')]).toEqual([false, true])
})
