import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mapInPieces } from './map-in-pieces.ts'

const rows = Array.from({ length: 100 }, (_, index) => index)

it('makes all in their order, and lets others through between pieces, of one caller at a time', async () => {
  let made = 0
  const double = (row: number) => {
    made += 1
    return row * 2
  }
  const callers = Array.from({ length: 5 }, () => mapInPieces(rows, double))
  const first = made
  const inTurns: number[] = []
  while (made < 5 * rows.length) {
    const before = made
    await setImmediate()
    inTurns.push(made - before)
  }
  for (const numbers of await Promise.all(callers)) expect(numbers).toEqual(rows.map((row) => row * 2))
  expect(first).toBeLessThan(5 * rows.length)
  expect(Math.max(...inTurns)).toBe(first / 5)
})
