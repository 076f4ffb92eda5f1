import { afterEach, expect, it, vi } from 'vitest'
import { oncePerInterval } from './once-per-interval.ts'

afterEach(() => vi.useRealTimers())

it('does the work of each key once until the time has passed', async () => {
  vi.useFakeTimers({ now: 0 })
  const once = oncePerInterval(1000)
  const done: string[] = []
  const run = (key: string) => once(key, async () => void done.push(key))
  for (const key of ['a', 'b', 'a']) await run(key)
  vi.setSystemTime(999)
  await run('a')
  expect(done).toEqual(['a', 'b'])
  vi.setSystemTime(1000)
  await run('a')
  expect(done).toEqual(['a', 'b', 'a'])
})

it('lets nobody go on before the work is done, and does it again after a failure', async () => {
  const once = oncePerInterval(60_000)
  const fail = () => Promise.reject(new Error('the database is away'))
  const both = await Promise.allSettled([once('a', fail), once('a', async () => {})])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const work = vi.fn(async () => {})
  await once('a', work)
  expect(work).toHaveBeenCalledTimes(1)
})

it('remembers so many keys and no more, the latest', async () => {
  const once = oncePerInterval(60_000)
  const work = vi.fn(async () => {})
  for (let n = 0; n <= 10_000; n++) await once(String(n), work)
  await once('10000', work)
  expect(work).toHaveBeenCalledTimes(10_001)
  await once('0', work)
  expect(work).toHaveBeenCalledTimes(10_002)
})
