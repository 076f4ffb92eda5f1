import { expect, test } from 'vitest'
import { mergeValue } from './merge-values.ts'

test('takes a field from the person who changed it', () => {
  expect(mergeValue('A', 'Mine', 'A')).toBe('Mine')
  expect(mergeValue('a@x', 'a@x', 'theirs@x')).toBe('theirs@x')
  expect(mergeValue('', null, 'theirs')).toBe('theirs')
})

test("keeps one's own value where both changed a field, unless a merge is given", () => {
  expect(mergeValue('A', 'Mine', 'Theirs')).toBe('Mine')
  expect(mergeValue('A', 'Mine', 'Theirs', (...all) => all.join('+'))).toBe('A+Mine+Theirs')
})

test('keeps what either added to a list and loses what either removed', () => {
  const merged = mergeValue(['a', 'b', 'c'], ['a', 'b', 'mine'], ['b', 'c', 'theirs'])
  expect(merged).toEqual(['b', 'theirs', 'mine'])
})
