import { expect, it } from 'vitest'
import { limitConcurrency, limitEach } from './limit-concurrency.ts'

/** A work that ends when it is told to. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  return { work: () => ended, end }
}

it('lets owners take turns, so that one with much work keeps nobody waiting', async () => {
  const run = limitConcurrency(1)
  const first = held()
  const order: string[] = []
  const add = (owner: string, name: string) => run(async () => void order.push(name), { owner })
  const all = [
    run(first.work, { owner: 'flood' }),
    ...['flood 1', 'flood 2', 'flood 3'].map((name) => add('flood', name)),
    add('person', 'person 1'),
    add('other', 'other 1'),
    add('person', 'person 2'),
  ]
  first.end()
  await Promise.all(all)
  expect(order).toEqual(['flood 1', 'person 1', 'other 1', 'flood 2', 'person 2', 'flood 3'])
})

it('runs no more than so many at once, and goes on after a work that failed', async () => {
  const run = limitConcurrency(2)
  const works = Array.from({ length: 5 }, held)
  let running = 0
  let most = 0
  const all = works.map(({ work }, index) =>
    run(async () => {
      most = Math.max(most, ++running)
      await work()
      running--
      if (index === 0) throw new Error('failed')
    }),
  )
  for (const { end } of works) end()
  const results = await Promise.allSettled(all)
  expect([most, results.map(({ status }) => status)]).toEqual([
    2,
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  ])
})

it('passes over who gave up waiting', async () => {
  const run = limitConcurrency(1, { milliseconds: 0, error: new Error('late') })
  const first = held()
  const running = run(first.work)
  const late = run(async () => 'late')
  await expect(late).rejects.toThrow('late')
  first.end()
  await running
  expect(await run(async () => 'next')).toBe('next')
})

it('leaves turns of the event loop to new connections while a caller has more work waiting', async () => {
  const inLine = limitEach(2)
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 10 }, () => inLine('caller', async () => {})))
  isOver = true
  expect(turns).toBeGreaterThan(100)
})

it('keeps nobody waiting for the calls of another', async () => {
  const inLine = limitEach(1)
  const first = held()
  const busy = [inLine('busy', first.work), inLine('busy', async () => {})]
  await expect(inLine('other', async () => 'done')).resolves.toBe('done')
  first.end()
  await Promise.all(busy)
})
