import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { batching } from './batching.ts'

function recorder(max: number, keyOf?: (item: number) => string) {
  const batches: number[][] = []
  const call = batching(
    async (items: number[]) => {
      batches.push(items)
      await delay(1)
      if (items.includes(13)) throw new Error('thirteen')
      return items.map((item) => item * 2)
    },
    { max, ...(keyOf && { keyOf }) },
  )
  return { batches, call }
}

it('lets a call that comes alone go alone, and those that come meanwhile go together', async () => {
  const { batches, call } = recorder(3)
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(call))).toEqual([2, 4, 6, 8, 10, 12])
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6]])
  expect(await call(7)).toBe(14)
  expect(batches.at(-1)).toEqual([7])
})

it('never has the same key twice in a batch', async () => {
  const { batches, call } = recorder(10, String)
  await Promise.all([1, 2, 2, 3, 2].map(call))
  expect(batches).toEqual([[1], [2, 3], [2], [2]])
})

it('lets none answer for another', async () => {
  const { call } = recorder(10)
  const results = await Promise.allSettled([1, 2, 13, 4].map(call))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await call(5)).toBe(10)
})
