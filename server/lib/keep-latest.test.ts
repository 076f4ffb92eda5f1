import { expect, test, vi } from 'vitest'
import { keepLatest } from './keep-latest.ts'

test('makes a value once, and again after others have been asked for', () => {
  const keep = keepLatest<string>(2)
  const make = vi.fn((key: string) => `made of ${key}`)
  const get = (key: string) => keep(key, () => make(key))
  expect(['a', 'b', 'a'].map(get)).toEqual(['made of a', 'made of b', 'made of a'])
  expect(make).toHaveBeenCalledTimes(2)
  get('c')
  get('a')
  expect(make).toHaveBeenCalledTimes(3)
  get('b')
  expect(make).toHaveBeenCalledTimes(4)
})
