import { expect, test } from 'vitest'
import { parseReference, toReference } from './reference.ts'

test('a reference is read back as the end of its id', () => {
  const id = '0192f0c1-91a2-73b4-8fc6-789aa1b2c3d4'
  expect(toReference(id)).toBe('A1B2-C3D4')
  for (const typed of ['A1B2-C3D4', ' a1b2c3d4 ', 'a1b2 C3D4'])
    expect(id.endsWith(parseReference(typed) ?? '?')).toBe(true)
})

test('other texts are no reference', () => {
  for (const text of ['', 'A1B2', 'A1B2-C3D', 'A1B2-C3D4-', 'GGGG-0000', '123-45-6789', 'Acme LLC'])
    expect(parseReference(text)).toBeNull()
})
