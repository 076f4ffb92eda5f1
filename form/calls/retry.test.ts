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

test('a call that was cut off is tried again, and each wait is told', async () => {
  const { attempt } = attempts(cutOff, cutOff)
  let waits = 0
  expect(await withRetries(attempt, { ...options, onWait: () => waits++ })).toBe('sent')
  expect(waits).toBe(2)
})

test('a refusal is final', async () => {
  const { attempt, made } = attempts(refused)
  await expect(withRetries(attempt, options)).rejects.toBe(refused)
  expect(made()).toBe(1)
})

test('after the last delay the failure is told', async () => {
  const { attempt, made } = attempts(cutOff, cutOff, cutOff)
  await expect(withRetries(attempt, options)).rejects.toBe(cutOff)
  expect(made()).toBe(3)
})

test('where it is not to give up, it goes on at the longest wait until somebody stops it', async () => {
  const stop = new AbortController()
  const waited: number[] = []
  const endless = {
    ...options,
    forever: true,
    signal: stop.signal,
    pause: async (milliseconds: number) => {
      if (waited.push(milliseconds) === 50) stop.abort()
    },
  }
  await expect(withRetries(() => Promise.reject(cutOff), endless)).rejects.toBe(cutOff)
  expect(waited).toHaveLength(50)
  const longest = options.delays.at(-1) ?? 0
  expect(waited.slice(1).every((each) => Math.abs(each / longest - 1) <= 0.2)).toBe(true)
})

test('whoever stops it in a wait does not wait for its end, and a connection ends one too', async () => {
  const stop = new AbortController()
  const { attempt, made } = attempts(cutOff, cutOff)
  const endless = { delays: [3_600_000], forever: true, signal: stop.signal, isTransient }
  const tried = withRetries(attempt, endless)
  await Promise.resolve()
  window.dispatchEvent(new Event('online'))
  await expect.poll(made).toBe(2)
  stop.abort()
  await expect(tried).rejects.toBe(cutOff)
  expect(made()).toBe(2)
})

test('waits grow, with a little chance in them', async () => {
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

test('who is asked to wait does so, whatever the delays and the connection say', async () => {
  const stop = new AbortController()
  const { attempt, made } = attempts(cutOff)
  const waited: number[] = []
  const pause = async (milliseconds: number) => void waited.push(milliseconds)
  await withRetries(attempt, { ...options, askedToWait: () => 40_000, pause })
  expect(waited[0]).toBeGreaterThanOrEqual(40_000)

  const again = attempts(cutOff)
  const patient = { delays: [0], signal: stop.signal, isTransient, askedToWait: () => 3_600_000 }
  const tried = withRetries(again.attempt, patient)
  await Promise.resolve()
  window.dispatchEvent(new Event('online'))
  await Promise.resolve()
  expect([made(), again.made()]).toEqual([2, 1])
  stop.abort()
  await expect(tried).rejects.toBe(cutOff)
})

test('that the delays are used up is told with each further wait', async () => {
  const { attempt } = attempts(cutOff, cutOff, cutOff, cutOff)
  const told: boolean[] = []
  await withRetries(attempt, { ...options, forever: true, onWait: (_, usedUp) => told.push(usedUp) })
  expect(told).toEqual([false, false, true, true])
})
