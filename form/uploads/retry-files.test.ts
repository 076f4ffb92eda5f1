import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { ApiError } from '../calls/api-error.ts'
import { cutOff, MINUTE, openFiles, pdf, settled } from './played-files.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const text = formMessages.uploads
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
test('a cut upload is tried again by itself under the same client file id', async () => {
  const { add, sending, states, items, reason } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  sending[0]?.onProgress(60)
  sending[0]?.fail(cutOff())
  await settled()
  expect(items()[0]).toMatchObject({ state: 'retrying', progress: 0 })
  expect(reason()).toBe(text.retrying)

  await vi.advanceTimersByTimeAsync(1300)
  expect(sending).toHaveLength(2)
  expect(sending[1]?.clientFileId).toBe(sending[0]?.clientFileId)
  expect(sending[0]?.clientFileId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  sending[1]?.done()
  await settled()
  expect(states()).toEqual(['done'])
})

test('after many tries an upload fails, and goes on by itself once the browser is online', async () => {
  const { add, sending, states, errors, items } = openFiles()
  add([pdf('1.pdf')])
  const tries = LIMITS.uploadRetryDelaysMs.length + 1
  for (let attempt = 0; attempt < tries; attempt++) {
    await vi.advanceTimersByTimeAsync(MINUTE)
    sending[attempt]?.fail(cutOff())
  }
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(sending).toHaveLength(tries)
  expect(items()[0]).toMatchObject({ state: 'failed', retryable: true })
  expect(errors()).toEqual(['Upload failed'])

  window.dispatchEvent(new Event('online'))
  await settled()
  sending[tries]?.done()
  await settled()
  expect(states()).toEqual(['done'])
})

test('offline, an upload waits without giving up, and goes on when the browser is online or after a while', async () => {
  const { add, sending, states, reason } = openFiles()
  const gone = offline()
  add([pdf('1.pdf')])
  for (let attempt = 0; attempt < 30; attempt++) {
    await settled()
    sending[attempt]?.fail(cutOff())
    await settled()
    expect(reason()).toBe(text.offline)
    if (attempt % 2) window.dispatchEvent(new Event('online'))
    else await vi.advanceTimersByTimeAsync(MINUTE)
  }
  gone.mockRestore()
  await settled()
  sending[30]?.done()
  await settled()
  expect(states()).toEqual(['done'])
})

test('an upload waits as long as the server asks, whatever the connection does', async () => {
  const { add, sending, reason } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  sending[0]?.fail(new ApiError('Too many tries', 'too_many_requests', {}, undefined, 40_000))
  await settled()
  expect(reason()).toBe(text.tooBusy)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(39_000)
  expect(sending).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sending).toHaveLength(2)
})

test.each([
  ['too_large', 'failed', false],
  ['unsupported_type', 'failed', false],
  ['infected', 'failed', false],
  ['invalid_input', 'failed', false],
  ['conflict', 'failed', true],
  ['internal', 'failed', true],
  ['unavailable', 'retrying', true],
])('a refusal with %s ends as %s, retryable: %s', async (code, state, retryable) => {
  const { add, remove, sending, errors, items, takenBack } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  sending[0]?.fail(new ApiError('In the server’s words', code))
  await settled()
  expect(items()[0]).toMatchObject({ state, retryable })
  if (state === 'retrying') return
  expect(errors()).toEqual(['In the server’s words'])
  remove(0)
  await settled()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(takenBack).toEqual([])
})

test('a file that can no longer be read fails', async () => {
  const { add, sending, errors, items } = openFiles()
  const file = pdf('1.pdf')
  add([file])
  await settled()
  vi.spyOn(file, 'slice').mockReturnValue(
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('moved')) }),
  )
  sending[0]?.fail(cutOff())
  await settled()
  expect(errors()).toEqual([text.unreadable])
  expect(items()[0]?.retryable).toBe(false)
})

test('a used-up quota fails the upload in the server’s words until the applicant tries again', async () => {
  const { add, retry, sending, states, errors, items, busy } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  const said = 'Too many files are waiting to be submitted.'
  sending[0]?.fail(new ApiError(said, 'quota_exceeded', {}, undefined, 3600_000))
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect([sending.length, states(), errors()]).toEqual([1, ['failed'], [said]])
  expect([busy(), items()[0]?.retryable]).toEqual([false, true])

  retry(0)
  await settled()
  sending[1]?.done()
  await settled()
  expect(states()).toEqual(['done'])
})

test('a full disk fails the upload, so that nothing waits for it, and is tried again every five minutes', async () => {
  const { add, remove, sending, states, busy } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf')])
  await settled()
  const full = () =>
    new ApiError('Files cannot be accepted right now.', 'storage_full', {}, undefined, 300_000)
  for (const each of sending.slice(0, 2)) each.fail(full())
  await settled()
  expect([states(), busy()]).toEqual([['failed', 'failed'], false])
  remove(1)
  await vi.advanceTimersByTimeAsync(LIMITS.storageFullRetryMs - 1000)
  expect(sending).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sending.slice(2).map(({ name }) => name)).toEqual(['1.pdf'])
  sending[2]?.fail(full())
  await vi.advanceTimersByTimeAsync(LIMITS.storageFullRetryMs)
  sending[3]?.done()
  await settled()
  expect(states()).toEqual(['done'])
})
