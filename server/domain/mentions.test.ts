import { expect, test } from 'vitest'
import { beginMention, findMentions } from './mentions.ts'

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

test('takes no seconds for names that begin as the text does', { timeout: 5000 }, () => {
  const alike = Array.from({ length: 3000 }, (_, id) => ({ name: '@'.repeat(196) + String(id) }))
  expect(findMentions(`${'@'.repeat(4800)}7`, alike)).toEqual([alike[7]])
})

test.each([
  ['Call @', { at: 5, name: '' }],
  ['@Ann L', { at: 0, name: 'Ann L' }],
  ['(@Á', { at: 1, name: 'Á' }],
  ['ann@example', null],
  ['@Ann\nnext', null],
  ['nothing', null],
])('the mention that %j ends in', (text, mention) => {
  expect(beginMention(text)).toEqual(mention)
})
