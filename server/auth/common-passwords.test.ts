import { expect, it } from 'vitest'
import { isCommonPassword } from './passwords.ts'

it.each(['password1', '12345678', 'qwerty123', 'PassW0rd', 'Admin123', '987654321', 'P@ssw0rd'])(
  'knows %s as common, in any case',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

it.each(['', 'correct-horse-1', 'constructor1', 'password1 '])('does not take %j for common', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)
