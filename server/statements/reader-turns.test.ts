import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createShortQueue, createTaskTurns, LimitError } from './reader-turns.ts'

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

it('blames a task for a limit only if it ran alone, and runs it once more alone otherwise', async () => {
  const turns = createTaskTurns()
  const other = gate()
  const log: string[] = []
  const greedy = turns.share(async () => {
    await other.opened
    log.push('other ends')
  })
  let tries = 0
  const victim = turns.run(async () => {
    tries += 1
    if (tries === 1) throw new LimitError('memory')
    log.push('victim is read')
    return 'read'
  })
  await setImmediate()
  expect(turns.isReserved()).toBe(true)
  const later = turns.share(async () => void log.push('later'))
  other.open()
  expect(await victim).toBe('read')
  await Promise.all([greedy, later])
  expect(log).toEqual(['other ends', 'victim is read', 'later'])
  expect(turns.isReserved()).toBe(false)

  let alone = 0
  const hostile = async () => {
    alone += 1
    throw new LimitError('memory')
  }
  await expect(turns.run(hostile)).rejects.toThrow('memory')
  expect(alone).toBe(1)
})

it('runs a task once more that others joined after it began', async () => {
  const turns = createTaskTurns()
  const limit = gate()
  let tries = 0
  const victim = turns.run(async () => {
    tries += 1
    if (tries > 1) return 'read'
    await limit.opened
    throw new LimitError('memory')
  })
  await turns.share(async () => {})
  limit.open()
  expect(await victim).toBe('read')
})

it('takes a few at a time of an owner and in all, and no more', async () => {
  const queue = createShortQueue({ all: 3, each: 2 })
  const end = gate()
  const ask = (owner: string) => queue(owner, () => end.opened.then(() => owner))
  const asked = ['a', 'a', 'a', 'b', 'c'].map(ask)
  expect(await Promise.all([asked[2], asked[4]])).toEqual([null, null])
  end.open()
  expect(await Promise.all(asked)).toEqual(['a', 'a', null, 'b', null])
  expect(await ask('c')).toBe('c')
})
