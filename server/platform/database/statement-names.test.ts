import { expect, it } from 'vitest'
import { createStatementNames } from './connections.ts'

const use = (nameOf: ReturnType<typeof createStatementNames>, sql: string, times = 3, args: unknown[] = []) =>
  Array.from({ length: times }, () => nameOf({ sql, args }))

it('names a statement from its third use on, and always the same', () => {
  const nameOf = createStatementNames()
  const [first, second, third, fourth] = use(nameOf, 'SELECT 1', 4)
  expect([first, second]).toEqual(['', ''])
  expect(third).toMatch(/.+/)
  expect(fourth).toBe(third)
  expect(use(nameOf, 'SELECT 2').at(-1)).not.toBe(third)
})

it('leaves searches unnamed, whose plans depend on the text', () => {
  expect(use(createStatementNames(), 'SELECT 1 WHERE name ILIKE $1', 5)).toEqual(Array(5).fill(''))
})

it('leaves long lists of ids unnamed', () => {
  expect(use(createStatementNames(), 'SELECT 1', 5, Array(21).fill('id'))).toEqual(Array(5).fill(''))
})

it('names 200 statements at most, however many texts there are', () => {
  const nameOf = createStatementNames()
  const named = Array.from({ length: 5000 }, (_, index) => use(nameOf, `SELECT ${index}`).at(-1))
  expect(new Set(named.filter((name) => name !== '')).size).toBe(200)
})
