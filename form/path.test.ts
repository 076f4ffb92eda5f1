import { expect, test } from 'vitest'
import { parsePath } from './path.ts'

test.each([
  ['/form/demo', { slug: 'demo', embedded: false }],
  ['/form/demo/', { slug: 'demo', embedded: false }],
  ['/embed/demo', { slug: 'demo', embedded: true }],
  ['/form/a%20b', { slug: 'a b', embedded: false }],
  ['/form/', { slug: null, embedded: false }],
  ['/form', { slug: null, embedded: false }],
  ['/embed/', { slug: null, embedded: true }],
  ['/form/demo/more', { slug: null, embedded: false }],
  ['/form/%E0%A4%A', { slug: null, embedded: false }],
])('%s is read by hand', (path, place) => {
  expect(parsePath(path)).toEqual(place)
})
