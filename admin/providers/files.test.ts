import { expect, test } from 'vitest'
import { isShowable, nameIn } from './files.ts'

test.each([
  [`attachment; filename="plain.pdf"`, 'plain.pdf'],
  [`attachment; filename="a?.pdf"; filename*=UTF-8''%D0%B0%20b.pdf`, 'а b.pdf'],
  [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
  [`attachment; filename="kept.pdf"; filename*=UTF-8''%E0%A4%A`, 'kept.pdf'],
  ['inline', null],
  [null, null],
])('%s names the file %s', (header, name) => expect(nameIn(header)).toBe(name))

test('only what cannot run as a page of ours has a preview', () => {
  expect(['application/pdf', 'image/png', 'image/jpeg'].every(isShowable)).toBe(true)
  expect(['text/html', 'image/svg+xml', 'application/xml', ''].some(isShowable)).toBe(false)
})
