import { afterEach, expect, test, vi } from 'vitest'
import { browserTokenStore, createFormSession } from './form-session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Stands for GET form/initialize-session: 'token-1', 'token-2', … */
function server() {
  let calls = 0
  return { initialise: async () => `token-${++calls}`, calls: () => calls }
}

test('a token is kept under the link’s slug and used again', async () => {
  const first = server()
  await createFormSession(browserTokenStore('demo'), first.initialise).token()
  expect(localStorage.getItem('form_session_demo')).toBe('token-1')

  const second = server()
  const again = createFormSession(browserTokenStore('demo'), second.initialise)
  expect(await again.token()).toBe('token-1')
  expect(second.calls()).toBe(0)
})

test('callers at the same time share one call', async () => {
  const { initialise, calls } = server()
  const session = createFormSession(browserTokenStore('demo'), initialise)
  expect(await Promise.all([session.token(), session.token()])).toEqual(['token-1', 'token-1'])
  expect(calls()).toBe(1)
})

test('a failed call is asked again at the next need', async () => {
  const { initialise } = server()
  const answers = [() => Promise.reject(new Error('cut off')), initialise]
  const session = createFormSession(browserTokenStore('demo'), () => (answers.shift() ?? initialise)())
  await expect(session.token()).rejects.toThrow('cut off')
  expect(await session.token()).toBe('token-1')
})

test('a refused token is renewed once, whoever asks', async () => {
  const { initialise, calls } = server()
  const session = createFormSession(browserTokenStore('demo'), initialise)
  const refused = await session.token()
  expect(await Promise.all([session.renew(refused), session.renew(refused)])).toEqual(['token-2', 'token-2'])
  expect(await session.renew(refused)).toBe('token-2')
  expect(calls()).toBe(2)
})

test('a page that came back keeps its session, whatever another tab does', async () => {
  localStorage.setItem('form_session_demo', 'token-0')
  const mine = createFormSession(browserTokenStore('demo'), server().initialise)
  expect(mine.stored()).toBe('token-0')
  localStorage.setItem('form_session_demo', 'another')
  expect(await mine.token()).toBe('token-0')
  mine.forget()
  expect(localStorage.getItem('form_session_demo')).toBe('another')
})

test('whether anything was saved under a token is known on the next visit, and goes with it', async () => {
  const visit = () => createFormSession(browserTokenStore('demo'), server().initialise)
  const first = visit()
  await first.token()
  expect(visit().begun()).toBe(false)
  first.markBegun('token-of-before')
  expect(visit().begun()).toBe(false)
  first.markBegun('token-1')
  const second = visit()
  expect(second.begun()).toBe(true)
  await second.renew('token-1')
  expect(second.begun()).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['form_session_demo'])
})

test('starting over takes a new token for the next application', async () => {
  const session = createFormSession(browserTokenStore('demo'), server().initialise)
  await session.token()
  expect(await session.startOver()).toBe('token-2')
  expect(localStorage.getItem('form_session_demo')).toBe('token-2')
})

test('where localStorage throws, the token lives as long as the page', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { initialise, calls } = server()
  const session = createFormSession(browserTokenStore('demo'), initialise)
  expect(session.stored()).toBeNull()
  expect(await session.token()).toBe('token-1')
  expect(await session.token()).toBe('token-1')
  expect(calls()).toBe(1)
  expect(await session.startOver()).toBe('token-2')
})
