import { heldToken } from './state.ts'
import { UNDESCRIBED } from '#domain/document-type'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../calls/api-error.ts'
import { openPage, playServer, unsignedApplication, toData, toSession, toState } from './opened.fixture.ts'

let server: ReturnType<typeof playServer>
beforeEach(() => {
  server = playServer()
  let calls = 0
  server.answers = {
    'form.initializeSession': () => toSession(`token-${++calls}`),
    'form.sessionState': () => toState(null),
    'session/draft': () => Response.json({}),
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const asked = () => server.sent.filter((url) => url.includes('form.initializeSession')).length
const stored = () => localStorage.getItem('form_session_demo')
const expired = () =>
  Response.json({ status: 'error', error: 'Expired', code: 'session_expired' }, { status: 400 })

async function openHeld() {
  const page = openPage()
  const token = () => heldToken(page.state())
  await expect.poll(token).not.toBeNull()
  return { ...page, token }
}

test('a token is kept under the link’s slug and used again', async () => {
  await openHeld()
  expect(stored()).toBe('token-1')
  const { token } = await openHeld()
  expect(token()).toBe('token-1')
  expect(asked()).toBe(1)
})

test('needs at the same time share one call', async () => {
  const { state, change } = openPage()
  change('legalName', 'Café', true)
  await expect.poll(() => state().draft.is).toBe('saved')
  expect(heldToken(state())).toBe('token-1')
  expect(asked()).toBe(1)
})

test('a failed call is repeated at the next need', async () => {
  const answer = server.answers['form.initializeSession']
  delete server.answers['form.initializeSession']
  const { state, change } = openPage()
  await expect.poll(() => state().session.is).toBe('none')
  if (answer) server.answers['form.initializeSession'] = answer
  change('legalName', 'Café', true)
  await expect.poll(() => heldToken(state())).toBe('token-1')
})

test('a refused token is replaced once, whatever call is refused', async () => {
  const { state, change, dispatch, token } = await openHeld()
  server.answers['session/draft'] = ({ headers }) =>
    new Headers(headers).get('x-form-session') === 'token-1' ? expired() : Response.json({})
  change('legalName', 'Café', true)
  await expect.poll(token).toBe('token-2')
  await expect.poll(() => state().draft.is).toBe('saved')
  const error = new ApiError('', 'session_expired')
  dispatch({ type: 'fileFailed', key: 'a', token: 'token-1', error, readable: true })
  expect(token()).toBe('token-2')
  expect(asked()).toBe(2)
})

test('a page that came back keeps its session, whatever another tab does', async () => {
  localStorage.setItem('form_session_demo', 'token-0')
  const { dispatch, token } = await openHeld()
  localStorage.setItem('form_session_demo', 'another')
  expect(token()).toBe('token-0')
  dispatch({ type: 'startedOver' })
  expect(stored()).toBe('another')
})

test('the mark of saved work is known on the next visit, and goes with its token', async () => {
  const begun = () => localStorage.getItem('form_begun_demo')
  const { state, change, dispatch, token } = await openHeld()
  expect(begun()).toBeNull()
  dispatch({
    type: 'fileStored',
    key: 'a',
    token: 'token-of-before',
    stored: { id: 'a', url: '', description: UNDESCRIBED },
  })
  expect(begun()).toBeNull()
  dispatch({
    type: 'fileStored',
    key: 'a',
    token: 'token-1',
    stored: { id: 'a', url: '', description: UNDESCRIBED },
  })
  expect(begun()).toBe('token-1')
  expect(state().marked).toBe(true)
  change('legalName', 'Café')
  const error = new ApiError('', 'session_expired')
  dispatch({ type: 'fileFailed', key: 'a', token: 'token-1', error, readable: true })
  expect(begun()).toBeNull()
  expect(Object.keys(localStorage)).toEqual([])
  await expect.poll(token).toBe('token-2')
})

test('the next application takes a new token once one is accepted', async () => {
  server.answers['form.submit'] = () => toData({})
  const { state, change, dispatch } = await openHeld()
  for (const [name, value] of unsignedApplication()) change(name, value)
  dispatch({ type: 'submitPressed' })
  await expect.poll(() => state().submit.is).toBe('sent')
  await expect.poll(stored).toBe('token-2')
})

test('without storage, the token lives as long as the page', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { state, dispatch, token } = await openHeld()
  expect(state().lasts).toBe(false)
  expect(token()).toBe('token-1')
  dispatch({ type: 'opened' })
  expect(asked()).toBe(1)
  dispatch({ type: 'startedOver' })
  expect(token()).toBeNull()
})
