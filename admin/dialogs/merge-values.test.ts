import { expect, test } from 'vitest'
import { mergeLists, mergeValues } from './merge-values.ts'

test('a field is taken from whoever changed it', () => {
  const base = { name: 'A', email: 'a@x', slug: '' }
  expect(
    mergeValues(base, { ...base, name: 'Mine' }, { ...base, email: 'theirs@x', slug: 'theirs' }),
  ).toEqual({ name: 'Mine', email: 'theirs@x', slug: 'theirs' })
})

test("a field that both changed stays one's own, unless something brings them together", () => {
  const [base, mine, theirs] = [{ name: 'A' }, { name: 'Mine' }, { name: 'Theirs' }]
  expect(mergeValues(base, mine, theirs)).toEqual({ name: 'Mine' })
  const merges = { name: (...all: unknown[]) => all.join('+') }
  expect(mergeValues(base, mine, theirs, merges)).toEqual({ name: 'A+Mine+Theirs' })
})

test('a list keeps what either added and loses what either took out', () => {
  expect(mergeLists(['a', 'b', 'c'], ['a', 'b', 'mine'], ['b', 'c', 'theirs'])).toEqual([
    'b',
    'theirs',
    'mine',
  ])
  const base = { team: ['a'] }
  expect(mergeValues(base, { team: ['a', 'm'] }, { team: ['a', 't'] })).toEqual({ team: ['a', 't', 'm'] })
})
