import { expect, test } from 'vitest'
import { ApiError, isTransient, readFailure } from './api-error.ts'
import { withRetries } from './retry.ts'

const cutOff = new ApiError('', 'network')
const refused = new ApiError('Invalid link', 'not_found')

/** Fails with these in turn, then works. */
function attempts(...failures: Error[]) {
  let made = 0
  const attempt = async () => {
    const failure = failures[made++]
    if (failure) throw failure
    return 'sent'
  }
  return { attempt, made: () => made }
}

const options = { delays: [1000, 3000], isTransient, pause: async () => {} }

test('a call that was cut off is tried again', async () => {
  const { attempt, made } = attempts(cutOff, cutOff)
  expect(await withRetries(attempt, options)).toBe('sent')
  expect(made()).toBe(3)
})

test('a refusal is final', async () => {
  const { attempt, made } = attempts(refused)
  await expect(withRetries(attempt, options)).rejects.toBe(refused)
  expect(made()).toBe(1)
})

test('after the last delay the failure is thrown', async () => {
  const { attempt, made } = attempts(cutOff, cutOff, cutOff)
  await expect(withRetries(attempt, options)).rejects.toBe(cutOff)
  expect(made()).toBe(3)
})

test('a restored connection ends a wait', async () => {
  const { attempt, made } = attempts(cutOff)
  const tried = withRetries(attempt, { delays: [3_600_000], isTransient })
  await Promise.resolve()
  window.dispatchEvent(new Event('online'))
  expect(await tried).toBe('sent')
  expect(made()).toBe(2)
})

test('waits grow, with random jitter', async () => {
  const waited: number[] = []
  const pause = async (milliseconds: number) => {
    waited.push(milliseconds)
  }
  await withRetries(attempts(cutOff, cutOff).attempt, { ...options, pause })
  expect(waited.map((each, index) => Math.abs(each / (options.delays[index] ?? 1) - 1) <= 0.2)).toEqual([
    true,
    true,
  ])
})

test('the envelope’s failure is read with its code and fields; anything else is none', () => {
  const failure = readFailure({
    status: 'error',
    error: 'No',
    code: 'invalid_input',
    fields: { city: 'Fill in', x: 1 },
  })
  expect(failure).toMatchObject({ message: 'No', code: 'invalid_input', fields: { city: 'Fill in' } })
  for (const body of [null, 'oops', {}, { error: 1 }]) expect(readFailure(body)).toBeNull()
})
