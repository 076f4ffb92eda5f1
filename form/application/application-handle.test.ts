import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { ApiError } from '../calls/api-error.ts'
import { createApplicationHandle } from './application-handle.ts'
import { browserTokenStore, createFormSession } from './form-session.ts'
import type { Earlier } from './load-application.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** What comes over a slow line, or not at all: the page is in use already when the server says what has become of it. */

const sent: string[] = []
/** What the server answers, by a part of the address; nothing where it is not named. */
let answers: Record<string, (request: RequestInit) => Response | Promise<Response>> = {}

beforeEach(() => {
  sent.length = 0
  answers = {}
  localStorage.setItem('form_session_demo', 'token-0')
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const { signal } = request
    sent.push(url)
    const answer = Object.entries(answers).find(([part]) => url.includes(part))?.[1]
    if (!answer) throw new TypeError('cut off')
    const cut = new Promise<never>((_, reject) => signal?.addEventListener('abort', reject))
    return Promise.race([answer(request), cut])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const company = {
  id: '1',
  nameIn: '',
  nameOut: 'Demo',
  logoUrl: '',
  pdfLogoUrl: '',
  authorizationText: '',
  disclaimer: '',
  appEditorSettings: '',
}

/** The form as it is drawn, and how to let the server's answer come. */
function opened({ late = true, initialise = async () => 'token-1' } = {}) {
  let answer: (earlier: Earlier | null) => void = () => {}
  const resumedLater = late ? new Promise<Earlier | null>((resolve) => (answer = resolve)) : null
  const session = createFormSession(browserTokenStore('demo'), initialise)
  session.stored()
  const form = visibleForm(parseSettings(''))
  const link = { id: '1', slug: 'demo', company }
  const handle = createApplicationHandle({ link, form, session, resumed: null, resumedLater })
  return { ...handle, session, answer }
}

function inUse(options?: Parameters<typeof opened>[0]) {
  const handle = opened(options)
  for (const [name, value] of Object.entries(fullApplication())) handle.change(name, value)
  return handle
}

/** An answer that comes when it is let go. */
function held(answer: Response): { answer: () => Promise<Response>; letGo: () => void } {
  let letGo = () => {}
  const gate = new Promise<Response>((done) => (letGo = () => done(answer)))
  return { answer: () => gate, letGo: () => letGo() }
}

const AT = '2026-11-21T10:00:00.000Z'
const data = (value: unknown) => Response.json({ result: { data: { data: value } } })
const state = (submittedAt: string | null) => data({ submittedAt, draft: null, files: [] })
const conflict = () => Response.json({ error: 'Received', code: 'conflict' }, { status: 409 })
const received = () => Response.json({ error: { error: 'Received', errorCode: 'conflict' } }, { status: 409 })
const expired = { status: 'error', error: 'Expired', code: 'session_expired' }
const tooMany = () =>
  Response.json(
    { error: { error: 'Too many tries', errorCode: 'too_many_requests' } },
    { status: 429, headers: { 'retry-after': '60' } },
  )
const times = (part: string) => sent.filter((url) => url.includes(part)).length
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('an application that turns out to be in is told of; what was typed meanwhile is another, and not sent by itself', async () => {
  const { store, saver, session, submit, answer } = inUse()
  const submitted = submit()
  expect(store.state().notice).not.toBeNull()
  answer({ is: 'received', at: '2026-11-21T10:00:00.000Z' })
  await submitted
  expect(store.state()).toMatchObject({ phase: 'filling', notice: null, news: { is: 'received' } })
  expect(sent.filter((url) => url.includes('form.submit'))).toEqual([])
  expect(store.state().values.legalName).toBe(fullApplication().legalName)
  expect(saver.hasUnsaved()).toBe(true)
  expect(await session.token()).toBe('token-1')
  saver.giveUp()
})

test('who has done nothing yet leaves nothing behind by learning that an application is in', async () => {
  const { store, saver, answer } = opened()
  const scroll = vi.spyOn(window, 'scrollTo')
  answer({ is: 'received', at: AT })
  await expect.poll(() => store.state().news).not.toBeNull()
  expect(saver.hasUnsaved()).toBe(false)
  expect(scroll).not.toHaveBeenCalled()
})

test('where the next visit would not find it, nothing is saved under another session either', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { store, saver, answer } = inUse()
  const scroll = vi.spyOn(window, 'scrollTo')
  expect(saver.state()).toBe('lost')
  answer({ is: 'received', at: AT })
  await expect.poll(() => store.state().news).not.toBeNull()
  expect(saver.state()).toBe('lost')
  // The applicant is somewhere further down.
  expect(scroll).toHaveBeenCalled()
})

test('what only left with the page is something to lose too', () => {
  const { saver, session } = inUse()
  expect(session.begun()).toBe(false)
  saver.hidden()
  expect(session.begun()).toBe(true)
  saver.giveUp()
})

test('a submit that gets nowhere says so in the spec’s words and goes on; stopped, it says that all is here', async () => {
  vi.useFakeTimers()
  const { store, saver, submit, stopSubmit } = inUse({ late: false })
  void submit()
  await pass(1000)
  expect(store.state().failure).toBeNull()
  await pass(1.2 * LIMITS.retryDelaysMs.reduce<number>((sum, each) => sum + each, 0))
  expect(store.state().phase).toBe('submitting')
  expect(store.state().notice?.(formMessages)).toBe(formMessages.waiting)
  expect(store.state().failure?.say(formMessages)).toBe('Failed to submit form. Please try again later.')
  expect(store.state().failure?.stillHere).toBe(false)
  const before = times('form.submit')
  await pass(2 * LIMITS.retryDelaysMs[4])
  expect(times('form.submit')).toBeGreaterThan(before)

  stopSubmit()
  await pass(0)
  expect(store.state().phase).toBe('filling')
  expect(store.state().failure?.say(formMessages)).toBe('Failed to submit form. Please try again later.')
  expect(store.state().failure?.stillHere).toBe(true)
  saver.giveUp()
})

test('what something in between refuses is not sent for ever', async () => {
  const { store, saver, submit } = inUse({ late: false })
  answers = { 'form.submit': () => new Response('<h1>Too large</h1>', { status: 413 }) }
  await submit()
  expect(store.state().phase).toBe('filling')
  expect(store.state().failure?.say(formMessages)).toBe('Failed to submit form')
  expect(times('form.submit')).toBe(1)
  saver.giveUp()
})

test.each([
  { of: 'what did not arrive is sent again', in: null, again: () => data({}), then: 'sent' },
  { of: 'what did is answered as the first time', in: AT, again: () => data({}), then: 'sent' },
  { of: 'what arrived with other answers is told of', in: AT, again: received, then: 'received' },
  { of: 'what arrived is told of where the server is busy still', in: AT, again: tooMany, then: 'received' },
])('a submit that is turned away waits as long as it was asked to, and asks first: $of', async (told) => {
  vi.useFakeTimers()
  const { store, saver, session, submit } = inUse({ late: false })
  answers = { 'form.submit': tooMany, 'form.sessionState': () => state(told.in) }
  const submitted = submit()
  await pass(59_000)
  expect([times('form.submit'), times('form.sessionState')]).toEqual([1, 0])
  expect(store.state().failure?.say(formMessages)).toBe('Too many tries')
  answers['form.submit'] = told.again
  await pass(20_000)
  await submitted
  expect([times('form.submit'), times('form.sessionState')]).toEqual([2, 1])
  const sent = told.then === 'sent'
  expect(store.state()).toMatchObject({ phase: sent ? 'sent' : 'filling', receivedAt: sent ? null : AT })
  expect(session.told('token-0')).toBe(true)
  saver.giveUp()
})

test('a draft’s late refusal does not disturb a submit, nor an empty form', async () => {
  const { store, saver, submit, stopSubmit, startOver } = inUse({ late: false })
  const asked = held(state(AT))
  answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  saver.flush()
  await expect.poll(() => times('form.sessionState')).toBe(1)
  answers['form.submit'] = held(data({})).answer
  const submitted = submit()
  asked.letGo()
  await new Promise((done) => setTimeout(done))
  expect(store.state()).toMatchObject({ phase: 'submitting', receivedAt: null })
  answers['form.sessionState'] = () => state(null)
  stopSubmit()
  await submitted

  const again = held(state(AT))
  answers['form.sessionState'] = again.answer
  const before = times('form.sessionState')
  saver.reset()
  saver.changed('legalName', 'Café')
  saver.flush()
  await expect.poll(() => times('form.sessionState')).toBe(before + 1)
  const over = startOver()
  again.letGo()
  await over
  expect(store.state().receivedAt).toBeNull()
  saver.giveUp()
})

test('whoever stops a submit that had arrived learns that it is in', async () => {
  const { store, saver, session, submit, stopSubmit } = inUse({ late: false })
  answers = { 'form.submit': held(data({})).answer, 'form.sessionState': () => state(AT) }
  const submitted = submit()
  await expect.poll(() => times('form.submit')).toBe(1)
  stopSubmit()
  await submitted
  await expect.poll(() => store.state().receivedAt).toBe(AT)
  expect(store.state().failure).toBeNull()
  expect(session.told('token-0')).toBe(true)
  saver.giveUp()
})

test('whoever starts over while the stopped submit is still being accepted learns that it is in', async () => {
  const { store, saver, session, submit, stopSubmit, startOver } = inUse({ late: false })
  answers = { 'form.submit': held(data({})).answer, 'form.sessionState': () => state(null) }
  const submitted = submit()
  await expect.poll(() => times('form.submit')).toBe(1)
  stopSubmit()
  await submitted
  await expect.poll(() => times('form.sessionState')).toBe(1)
  expect(store.state().receivedAt).toBeNull()
  const asked = held(state(AT))
  answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  const over = startOver()
  expect(store.state().news).toBeNull()
  asked.letGo()
  await over
  expect(store.state()).toMatchObject({ news: { is: 'received', at: AT }, values: { legalName: '' } })
  expect(session.told('token-0')).toBe(true)
  saver.giveUp()
})

test('whoever has started over twice meanwhile does not learn it any more', async () => {
  const { store, saver, session, startOver } = inUse({ late: false })
  const asked = held(state(AT))
  answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  const over = startOver()
  await expect.poll(() => times('form.sessionState')).toBe(1)
  await startOver()
  asked.letGo()
  await over
  expect(store.state().news).toBeNull()
  expect(session.told('token-0')).toBe(true)
  saver.giveUp()
})

test('a submit can be stopped that still waits for its session', async () => {
  localStorage.clear()
  const { store, saver, submit, stopSubmit } = inUse({
    late: false,
    initialise: () => new Promise(() => {}),
  })
  const submitted = submit()
  expect(store.state().phase).toBe('submitting')
  stopSubmit()
  await submitted
  expect(store.state()).toMatchObject({ phase: 'filling', failure: { stillHere: true } })
  saver.giveUp()
})

test('a draft that turns out to be gone is told of, and the submit goes on', async () => {
  const { store, saver, stopSubmit, submit, answer } = inUse()
  const submitted = submit()
  answer({ is: 'ended' })
  await expect.poll(() => store.state().phase).toBe('submitting')
  expect(store.state().news).toEqual({ is: 'ended' })
  stopSubmit()
  await submitted
  expect(store.state().phase).toBe('filling')
  expect(store.state().failure).not.toBeNull()
  saver.giveUp()
})

test('a submit that waits for something can be stopped', async () => {
  const { store, saver, stopSubmit, submit, answer } = inUse()
  const submitted = submit()
  stopSubmit()
  expect(store.state().notice).toBeNull()
  answer(null)
  await submitted
  expect(store.state().phase).toBe('filling')
  expect(sent.filter((url) => url.includes('form.submit'))).toEqual([])
  saver.giveUp()
})

describe('a session that ends', () => {
  /** What was saved and attached, under which token. */
  const saved: { token: string; values: Record<string, string> }[] = []
  const attached: string[] = []
  const draft = { values: {}, kept: ['taxId'], secondSigner: true, revision: 1, savedAt: AT }

  /** A server that is done with token-0 from a moment on. */
  function server() {
    let ended = false
    saved.length = attached.length = 0
    answers['session/draft'] = ({ headers, body }) => {
      const token = new Headers(headers).get('x-form-session') ?? ''
      if (ended && token === 'token-0') return Response.json(expired, { status: 400 })
      saved.push({ token, values: JSON.parse(String(body)).values })
      return Response.json({})
    }
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = 200
        responseText = JSON.stringify({ status: 'success', data: { id: 'a' }, url: '/files/a' })
        onload?: () => void
        onloadend?: () => void
        open() {}
        getResponseHeader = () => null
        setRequestHeader(name: string, value: string) {
          if (name === 'x-form-session') attached.push(value)
        }
        send() {
          this.onload?.()
          this.onloadend?.()
        }
      },
    )
    return { end: () => (ended = true) }
  }

  /** An application at work under token-0, saved and with a file; the first call for another token fails. */
  async function atWork() {
    const { end } = server()
    const tokens = [() => Promise.reject(new ApiError('', 'network'))]
    const handle = opened({ initialise: async () => (tokens.shift() ?? (async () => 'token-1'))() })
    const { store, uploads, saver, change, answer } = handle
    answer({ is: 'open', held: { submittedAt: null, draft, files: [] } })
    await expect.poll(() => store.state().resumed).toBe(true)
    const { taxId: _, ...answered } = fullApplication()
    for (const [name, value] of Object.entries(answered)) change(name, value)
    saver.flush()
    await uploads.add([new File(['%PDF-1.7'], 'may.pdf', { type: 'application/pdf' })])
    await expect.poll(() => uploads.items()[0]?.state).toBe('done')
    await expect.poll(saver.hasUnsaved).toBe(false)
    end()
    return { ...handle, answered }
  }

  /** The file is sent again once there is a connection. */
  async function connected({ items }: Uploads) {
    await expect.poll(() => items()[0]?.state).toBe('retrying')
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => items()[0]?.state).toBe('done')
  }

  test('leaves nothing behind that the next does not get, though that one took a second call', async () => {
    const { store, uploads, saver, change, answered } = await atWork()
    change('legalName', 'Café', true)
    await expect.poll(saver.state).toBe('offline')
    saver.online()
    await expect.poll(saver.hasUnsaved).toBe(false)
    const under = saved.filter(({ token }) => token === 'token-1').map(({ values }) => values)
    const { address, signer1Signature } = answered
    expect(Object.assign({}, ...under)).toMatchObject({ legalName: 'Café', address, signer1Signature })
    await connected(uploads)
    expect(attached).toContain('token-1')
    expect(store.state().summary).toEqual([{ name: 'taxId', problem: 'keptLost' }])
    saver.giveUp()
  })

  test('stops the submit that would leave a file or an answer out, and no later one', async () => {
    const { store, uploads, saver, change, submit } = await atWork()
    answers['form.submit'] = ({ body }) =>
      JSON.parse(String(body)).formSubmissionId === 'token-0'
        ? Response.json({ error: { ...expired, errorCode: expired.code } }, { status: 400 })
        : data({})
    await submit()
    expect(store.state()).toMatchObject({ phase: 'filling', summary: [{ name: 'taxId' }] })
    expect(store.state().failure?.say(formMessages)).toBe(formMessages.restarted)
    change('taxId', '12-3456789')
    await connected(uploads)
    expect(attached.at(-1)).toBe('token-1')
    await submit()
    expect(store.state().phase).toBe('sent')
    expect(times('form.submit')).toBe(2)
    saver.giveUp()
  })
})
