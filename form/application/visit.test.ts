import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { AT, form, formInUse, held, link, openForm, playServer, toData, toSession } from './opened.fixture.ts'
import { hasUnsaved, submitNotice } from './state.ts'

/** Over a slow line the page is in use already when the server says what an earlier visit left. */
const late = true

let server: ReturnType<typeof playServer>
beforeEach(() => {
  server = playServer()
  server.answers = { 'form.initializeSession': () => toSession('token-1') }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const times = (part: string) => server.sent.filter((url) => url.includes(part)).length
const isBegun = () => localStorage.getItem('form_begun_demo') === 'token-0'

test('an application that turns out to be in is told; the answers typed meanwhile are another, not sent by itself', async () => {
  const { state, submit, answer } = formInUse({ late })
  const submitted = submit()
  expect(submitNotice(state())).not.toBeNull()
  answer({ is: 'received', at: AT })
  await submitted
  expect(state()).toMatchObject({ submit: { is: 'idle' }, previousVisit: { is: 'received' } })
  expect(submitNotice(state())).toBeNull()
  expect(times('form.submit')).toBe(0)
  expect(state().values.legalName).toBe(fullApplication().legalName)
  expect(hasUnsaved(state())).toBe(true)
  await expect.poll(() => localStorage.getItem('form_session_demo')).toBe('token-1')
})

test('a visitor who has done nothing yet leaves nothing behind by learning that an application is in', () => {
  const { state, answer } = openForm({ late })
  const scroll = vi.spyOn(window, 'scrollTo')
  answer({ is: 'received', at: AT })
  expect(state().previousVisit).not.toBeNull()
  expect(hasUnsaved(state())).toBe(false)
  expect(scroll).not.toHaveBeenCalled()
})

test('without storage, nothing is saved under another session either', () => {
  const { answer, state, dispatch, change } = openForm({ late })
  const onPage = { link, form, closed: false }
  const start = { slug: 'demo', onPage, token: 'token-0', marked: false, lasts: false }
  dispatch({ type: 'reopened', start })
  dispatch({ type: 'timeUp', timer: 'patience' })
  change('legalName', 'Café')
  const scroll = vi.spyOn(window, 'scrollTo')
  expect(state().draft.is).toBe('lost')
  answer({ is: 'received', at: AT })
  expect(state().previousVisit).not.toBeNull()
  expect(state().draft.is).toBe('lost')
  // The applicant is somewhere further down.
  expect(scroll).toHaveBeenCalled()
})

test('answers that only left with the page are a loss with their session too', () => {
  const { hide } = formInUse()
  expect(isBegun()).toBe(false)
  hide()
  expect(isBegun()).toBe(true)
})

test('a draft that turns out to be gone is told, and the submit goes on', async () => {
  localStorage.setItem('form_begun_demo', 'token-0')
  server.answers['form.submit'] = held(toData({})).answer
  const { state, stop, submit, answer } = formInUse({ late })
  const submitted = submit()
  answer({ is: 'ended' })
  await expect.poll(() => state().submit.is).toBe('sending')
  expect(state().previousVisit).toEqual({ is: 'ended' })
  stop()
  await submitted
  expect(state().submit.is).toBe('idle')
  expect(state().failure).not.toBeNull()
})

test('a submit that waits for an earlier visit can be stopped', async () => {
  const { state, stop, submit, answer } = formInUse({ late })
  const submitted = submit()
  stop()
  expect(submitNotice(state())).toBeNull()
  answer({ is: 'nothing' })
  await submitted
  expect(state().submit.is).toBe('idle')
  expect(times('form.submit')).toBe(0)
})
