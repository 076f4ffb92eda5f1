import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../calls/api-error.ts'
import type { DraftPatch } from '../draft/draft-request.ts'
import {
  form,
  link,
  openForm,
  playServer,
  unsignedApplication,
  toSession,
  toState,
} from './opened.fixture.ts'
import { hasUnsaved } from './state.ts'

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A form whose server takes saves until it is told to fail. */
function open({ lasts = true } = {}) {
  const taken: DraftPatch[] = []
  const onLeaving: DraftPatch[] = []
  const playing = {
    failing: null as (() => Response | Promise<Response>) | null,
    hold: null as Promise<void> | null,
  }
  const server = playServer()
  server.answers = {
    'form.initializeSession': () => toSession('token-1'),
    'form.sessionState': () => toState(null),
    'session/draft': async ({ body, keepalive, signal }) => {
      const patch: DraftPatch = JSON.parse(String(body))
      if (keepalive) onLeaving.push(patch)
      await playing.hold
      if (signal?.aborted) throw new TypeError('cut off')
      if (playing.failing) return playing.failing()
      if (!keepalive) taken.push(patch)
      return Response.json({})
    },
  }
  if (!lasts)
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
  const opened = openForm()
  return {
    ...opened,
    taken,
    onLeaving,
    playing,
    values: () => taken.map((patch) => patch.values),
    saveState: () => opened.state().draft.is,
    unsaved: () => hasUnsaved(opened.state()),
  }
}

const offline = () => Promise.reject<Response>(new TypeError('cut off'))
const refusal =
  (code: string, fields = {}) =>
  () =>
    Response.json({ status: 'error', error: 'Refused', code, fields }, { status: 400 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a moment after the last keystroke one save goes out with all changes', async () => {
  const { change, values, unsaved, saveState } = open()
  change('legalName', 'C')
  await pass(LIMITS.draftDelayMs / 2)
  change('legalName', 'Ca')
  change('city', 'Austin')
  expect(values()).toEqual([])
  expect(unsaved()).toBe(true)
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ legalName: 'Ca', city: 'Austin' }])
  expect(saveState()).toBe('saved')
  expect(unsaved()).toBe(false)
  await pass(60_000)
  expect(values()).toHaveLength(1)
})

test('typing without a pause is saved all the same', async () => {
  const { change, values } = open()
  const most = LIMITS.draftMaxDelayMs + LIMITS.draftDelayMs
  for (let typed = 0; typed < most; typed += LIMITS.draftDelayMs / 2) {
    change('useOfFunds', 'x'.repeat(typed + 1))
    await pass(LIMITS.draftDelayMs / 2)
  }
  expect(values().length).toBeGreaterThan(0)
})

test('leaving a field saves at once; answers typed during a save go out after it', async () => {
  const { change, leave, values, playing, saveState } = open()
  let letGo = () => {}
  playing.hold = new Promise((done) => (letGo = done))
  change('legalName', 'Café')
  leave()
  expect(saveState()).toBe('saving')
  change('legalName', 'Café LLC')
  letGo()
  await pass(LIMITS.draftDelayMs * 2)
  expect(values()).toEqual([{ legalName: 'Café' }, { legalName: 'Café LLC' }])
})

test('without a connection it tries on, less and less often, and at once when there is one again', async () => {
  const { change, leave, dispatch, values, playing, saveState } = open()
  playing.failing = offline
  change('legalName', 'Café')
  leave()
  await pass(0)
  expect(saveState()).toBe('offline')
  await pass(10 * LIMITS.draftRetryMaxMs)
  change('city', 'Austin')
  expect(values()).toEqual([])

  playing.failing = null
  dispatch({ type: 'online' })
  await pass(0)
  expect(values()).toEqual([{ legalName: 'Café', city: 'Austin' }])
  expect(saveState()).toBe('saved')
})

test('without an event of the browser, it finds the connection by itself', async () => {
  const { change, values, playing } = open()
  playing.failing = offline
  change('legalName', 'Café')
  await pass(5 * LIMITS.draftRetryMaxMs)
  playing.failing = null
  await pass(LIMITS.draftRetryMaxMs)
  expect(values()).toEqual([{ legalName: 'Café' }])
})

test('each save counts as later than the ones before, those of earlier visits included', async () => {
  const { change, taken, dispatch } = open()
  const ahead = Date.now() + 1_000_000
  const draft = { values: {}, kept: [], secondSigner: true, revision: ahead, savedAt: '' }
  const onPage = { link, form, closed: false }
  const start = { slug: 'demo', onPage, token: 'token-0', marked: true, lasts: true }
  const question = { why: 'visit', token: 'token-0', generation: 0 } as const
  dispatch({ type: 'reopened', start })
  dispatch({
    type: 'stateTold',
    question,
    held: { submittedAt: null, receiptToken: null, movedAt: null, draft, files: [] },
  })
  change('legalName', 'A')
  await pass(LIMITS.draftDelayMs)
  change('legalName', 'B')
  await pass(LIMITS.draftDelayMs)
  const [first, second] = taken.map((patch) => patch.revision)
  expect(first).toBeGreaterThan(ahead)
  expect(second).toBeGreaterThan(first ?? 0)
})

test('as the page is hidden, text leaves and drawings do not', () => {
  const { change, dispatch, hide, onLeaving } = open()
  change('legalName', 'Café')
  change('signer1Signature', 'x'.repeat(LIMITS.draftTextLength + 1))
  dispatch({ type: 'secondSignerSet', present: false })
  hide()
  expect(onLeaving).toMatchObject([{ values: { legalName: 'Café' }, secondSigner: false }])
  expect(onLeaving[0]?.values).not.toHaveProperty('signer1Signature')
})

test('a submit cancels the saves that wait or are under way; a failed one lets them go on', async () => {
  const { change, leave, stop, hide, values, onLeaving, playing, saveState, dispatch } = open()
  for (const [name, value] of unsignedApplication()) change(name, value)
  await pass(LIMITS.draftDelayMs)
  const before = values().length
  let letGo = () => {}
  playing.hold = new Promise((done) => (letGo = done))
  change('legalName', 'Café')
  leave()
  change('city', 'Austin')
  dispatch({ type: 'submitPressed' })
  // Nothing is being saved any more, however long the submit takes.
  expect(saveState()).toBe('idle')
  letGo()
  await pass(60_000)
  hide()
  expect([values().length, onLeaving]).toEqual([before, []])

  stop()
  await pass(LIMITS.draftDelayMs)
  expect(values().slice(before)).toEqual([{ legalName: 'Café', city: 'Austin' }])
})

test('an answer no draft takes does not hold up the others', async () => {
  const { change, leave, values, playing, unsaved } = open()
  playing.failing = refusal('invalid_input', { useOfFunds: 'Too long' })
  change('useOfFunds', 'x')
  change('city', 'Austin')
  leave()
  await pass(0)
  playing.failing = null
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ city: 'Austin' }])
  // It is on this page alone until it is shorter.
  expect(unsaved()).toBe(true)
  change('useOfFunds', 'y')
  await pass(LIMITS.draftDelayMs)
  expect(unsaved()).toBe(false)
})

test.each(['not remembered', 'submitted elsewhere'])(
  'a page whose session is %s saves nothing and says so',
  async (reason) => {
    const { change, leave, values, playing, saveState, unsaved } = open({
      lasts: reason !== 'not remembered',
    })
    playing.failing = refusal('conflict')
    change('legalName', 'Café')
    leave()
    await pass(60_000)
    expect(values()).toEqual([])
    expect(saveState()).toBe('lost')
    expect(unsaved()).toBe(true)
  },
)

test('a new session is given everything there is', async () => {
  const { change, taken, dispatch } = open()
  change('legalName', 'Café')
  change('city', 'Austin')
  dispatch({ type: 'secondSignerSet', present: false })
  await pass(LIMITS.draftDelayMs)
  taken.length = 0
  dispatch({
    type: 'fileFailed',
    key: '',
    token: 'token-0',
    error: new ApiError('', 'session_expired'),
    readable: true,
  })
  await pass(LIMITS.draftDelayMs)
  expect(taken).toMatchObject([{ values: { legalName: 'Café', city: 'Austin' }, secondSigner: false }])
})

test('starting over after a submit elsewhere saves again', async () => {
  const { change, leave, startOver, values, playing, saveState } = open()
  playing.failing = refusal('conflict')
  change('legalName', 'Café')
  leave()
  await pass(0)
  playing.failing = null
  startOver()
  expect(saveState()).toBe('idle')
  change('legalName', 'Diner')
  await pass(LIMITS.draftDelayMs)
  await pass(0)
  expect(values()).toEqual([{ legalName: 'Diner' }])
})
