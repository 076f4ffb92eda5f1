import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { announceSubmitted } from '../embed/frame.ts'
import { AT, formInUse, held, playServer, toData, toState } from './opened.fixture.ts'
import { submitNotice } from './state.ts'

vi.mock(import('../embed/frame.ts'), async (load) => ({ ...(await load()), announceSubmitted: vi.fn() }))

let server: ReturnType<typeof playServer>
beforeEach(() => {
  vi.mocked(announceSubmitted).mockClear()
  server = playServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const received = () => Response.json({ error: { error: 'Received', errorCode: 'conflict' } }, { status: 409 })
const tooMany = () =>
  Response.json(
    { error: { error: 'Too many tries', errorCode: 'too_many_requests' } },
    { status: 429, headers: { 'retry-after': '60' } },
  )
const times = (part: string) => server.sent.filter((url) => url.includes(part)).length
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const isTold = () => localStorage.getItem('form_told_demo') === 'token-0'

test('a submit without a connection shows the specified failure and goes on; stopped, everything is still here', async () => {
  vi.useFakeTimers()
  const { state, submit, stop } = formInUse()
  void submit()
  await pass(1000)
  expect(state().failure).toBeNull()
  await pass(1.2 * LIMITS.retryDelaysMs.reduce<number>((sum, each) => sum + each, 0))
  expect(state().submit.is).toBe('sending')
  expect(submitNotice(state())?.(formMessages)).toBe(formMessages.waiting)
  expect(state().failure?.say(formMessages)).toBe('Failed to submit form. Please try again later.')
  expect(state().failure?.stillHere).toBe(false)
  const before = times('form.submit')
  await pass(2 * LIMITS.retryDelaysMs[4])
  expect(times('form.submit')).toBeGreaterThan(before)

  stop()
  await pass(0)
  expect(state().submit.is).toBe('idle')
  expect(state().failure?.say(formMessages)).toBe('Failed to submit form. Please try again later.')
  expect(state().failure?.stillHere).toBe(true)
})

test('a submit that gets no response at all shows the specified failure once a try has taken its whole time', async () => {
  vi.useFakeTimers()
  const { state, submit } = formInUse()
  server.answers = { 'form.submit': () => new Promise<Response>(() => {}) }
  void submit()
  await pass(LIMITS.submitTimeoutMs - 1000)
  expect(state().failure).toBeNull()
  await pass(1000)
  expect(state().failure?.say(formMessages)).toBe('Failed to submit form. Please try again later.')
  expect(state().submit.is).toBe('sending')
})

test('a submit that a proxy refuses is not repeated', async () => {
  const { state, submit } = formInUse()
  server.answers = { 'form.submit': () => new Response('<h1>Too large</h1>', { status: 413 }) }
  await submit()
  expect(state().submit.is).toBe('idle')
  expect(state().failure?.say(formMessages)).toBe('Failed to submit form')
  expect(times('form.submit')).toBe(1)
})

test.each([
  { of: 'one that did not arrive is sent again', in: null, again: () => toData({}), then: 'sent' },
  { of: 'one that arrived is accepted again', in: AT, again: () => toData({}), then: 'sent' },
  { of: 'one that arrived with other answers is told', in: AT, again: received, then: 'received' },
  { of: 'one that arrived is told while the server is busy', in: AT, again: tooMany, then: 'received' },
])('a submit that is turned away waits as long as it was asked to, and asks first: $of', async (told) => {
  vi.useFakeTimers()
  const { state, submit } = formInUse()
  server.answers = { 'form.submit': tooMany, 'form.sessionState': () => toState(told.in) }
  const submitted = submit()
  await pass(59_000)
  expect([times('form.submit'), times('form.sessionState')]).toEqual([1, 0])
  expect(state().failure?.say(formMessages)).toBe('Too many tries')
  server.answers['form.submit'] = told.again
  await pass(20_000)
  await submitted
  expect([times('form.submit'), times('form.sessionState')]).toEqual([2, 1])
  const sent = told.then === 'sent'
  expect(state()).toMatchObject({ submit: { is: sent ? 'sent' : 'idle' }, receivedAt: sent ? null : AT })
  expect(announceSubmitted).toHaveBeenCalledOnce()
})

test('a stopped submit that had arrived is told', async () => {
  const { state, submit, stop } = formInUse()
  server.answers = { 'form.submit': held(toData({})).answer, 'form.sessionState': () => toState(AT) }
  const submitted = submit()
  await expect.poll(() => times('form.submit')).toBe(1)
  stop()
  await submitted
  await expect.poll(() => state().receivedAt).toBe(AT)
  expect(state().failure).toBeNull()
  expect(isTold()).toBe(true)
})

test('a submit can be stopped while it waits for its session', async () => {
  const { state, submit, stop } = formInUse({ token: '' })
  const submitted = submit()
  expect(state().submit.is).toBe('sending')
  stop()
  await submitted
  expect(state()).toMatchObject({ submit: { is: 'idle' }, failure: { stillHere: true } })
})
