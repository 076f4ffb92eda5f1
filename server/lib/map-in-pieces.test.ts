import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mapInPieces } from './map-in-pieces.ts'

it('makes all in their order, and lets others through meanwhile', async () => {
  let [made, seen] = [0, 0]
  const rows = Array.from({ length: 50 }, (_, index) => index)
  const making = mapInPieces(rows, (row) => {
    made += 1
    return row * 2
  })
  await setImmediate()
  seen = made
  expect(await making).toEqual(rows.map((row) => row * 2))
  expect(seen).toBeLessThan(rows.length)
})
