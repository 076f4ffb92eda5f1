import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AT, formInUse, held, playServer, toData, toState } from './opened.fixture.ts'

let server: ReturnType<typeof playServer>
beforeEach(() => {
  server = playServer()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const conflict = () => Response.json({ error: 'Received', code: 'conflict' }, { status: 409 })
const times = (part: string) => server.sent.filter((url) => url.includes(part)).length
const isTold = () => localStorage.getItem('form_told_demo') === 'token-0'
const soon = () => new Promise((done) => setTimeout(done))

test('a draft’s late refusal does not disturb a submit, nor an empty form', async () => {
  const { state, leave, submit, stop, startOver } = formInUse()
  const asked = held(toState(AT))
  server.answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  leave()
  await expect.poll(() => times('form.sessionState')).toBe(1)
  server.answers['form.submit'] = held(toData({})).answer
  const submitted = submit()
  asked.letGo()
  await soon()
  expect(state()).toMatchObject({ submit: { is: 'sending' }, receivedAt: null })
  server.answers['form.sessionState'] = () => toState(null)
  stop()
  await submitted

  const again = held(toState(AT))
  server.answers['form.sessionState'] = again.answer
  const before = times('form.sessionState')
  leave()
  await expect.poll(() => times('form.sessionState')).toBeGreaterThan(before)
  startOver()
  again.letGo()
  await soon()
  expect(state().receivedAt).toBeNull()
})

test('starting over while a stopped submit is still being accepted tells that it is in', async () => {
  const { state, submit, stop, startOver } = formInUse()
  server.answers = { 'form.submit': held(toData({})).answer, 'form.sessionState': () => toState(null) }
  const submitted = submit()
  await expect.poll(() => times('form.submit')).toBe(1)
  stop()
  await submitted
  await expect.poll(() => times('form.sessionState')).toBe(1)
  expect(state().receivedAt).toBeNull()
  const asked = held(toState(AT))
  server.answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  startOver()
  expect(state().previousVisit).toBeNull()
  asked.letGo()
  await expect.poll(() => state().previousVisit).toEqual({ is: 'received', at: AT })
  expect(state().values.legalName).toBe('')
  expect(isTold()).toBe(true)
})

test('after starting over twice, the first application is told to the page around only', async () => {
  const { state, startOver } = formInUse()
  const asked = held(toState(AT))
  server.answers = { 'session/draft': conflict, 'form.sessionState': asked.answer }
  startOver()
  await expect.poll(() => times('form.sessionState')).toBe(1)
  startOver()
  asked.letGo()
  await expect.poll(isTold).toBe(true)
  expect(state().previousVisit).toBeNull()
})
