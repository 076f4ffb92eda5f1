import { expect, it } from 'vitest'
import { passwordProblem } from './password.ts'

it.each([
  ['short1', 'Password must be at least 8 characters long.'],
  ['longenough', 'Password must contain at least one number.'],
  ['x'.repeat(300) + '1', 'Password must be at most 256 characters long.'],
  ['longenough1', null],
])('judges a password', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})
