import { expect, test } from 'vitest'
import { findMentions } from './mentions.ts'

const people = ['Ann', 'Ann Lee', 'Ánna Öz', ' ', 'Ann Lee'].map((name, id) => ({ id, name }))
const idsIn = (text: string) => findMentions(text, people).map(({ id }) => id)

test.each([
  ['@Ann Lee, please call', [1, 4]],
  ['ask @ann.', [0]],
  ['@Anna is nobody here, and ann@example.com no mention', []],
  ['(@ÁNNA ÖZ) and @Ann', [0, 2]],
  ['@', []],
])('%s', (text, ids) => {
  expect(idsIn(text)).toEqual(ids)
})
