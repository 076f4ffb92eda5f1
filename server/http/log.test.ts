import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { describeError } from './log.ts'

const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}
const SECRET = '123-45-6789'

describe('an error in the log', () => {
  it.each([
    ['a failed parse', thrown(() => JSON.parse(`{"ssn":"${SECRET}",}`))],
    ['a failed schema', thrown(() => z.object({ [SECRET]: z.number() }).parse({ [SECRET]: SECRET }))],
    [
      'a refusal of PostgreSQL',
      Object.assign(new Error(`Key (ssn)=(${SECRET}) exists`), { severity: 'ERROR', code: '23505' }),
    ],
    [
      'a refusal of a mail server',
      Object.assign(new Error(`550 <${SECRET}@example.com>: unknown`), {
        code: 'EENVELOPE',
        responseCode: 550,
      }),
    ],
    [
      'a failed query',
      Object.assign(new Error(`Invalid ssn: "${SECRET}"`), { name: 'PrismaClientValidationError' }),
    ],
    [
      'any of these as a cause',
      new Error('storing failed', { cause: thrown(() => JSON.parse(SECRET + 'x')) }),
    ],
    ['a text that was thrown', SECRET],
  ])('of %s holds no values, but where it happened', (_what, error) => {
    const described = describeError(error)
    expect(JSON.stringify(described)).not.toContain(SECRET)
    if (error instanceof Error) expect(described.stack).toMatch(/^\s+at /)
  })

  it('keeps words of our own and of the system', () => {
    expect(describeError(new AppError('unavailable', 'No disk')).message).toBe('No disk')
    const missing = Object.assign(new Error("ENOENT: no such file or directory, open '/x'"), {
      code: 'ENOENT',
      syscall: 'open',
    })
    expect(describeError(missing)).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('/x') })
    expect(describeError(new Error('outer', { cause: new TypeError('inner') })).cause?.message).toBe('inner')
  })
})
