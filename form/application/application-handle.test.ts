import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSettings } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { createApplicationHandle } from './application-handle.ts'
import { browserTokenStore, createFormSession } from './form-session.ts'
import type { Earlier } from './load-application.ts'

/** What comes over a slow line: the page is in use already when the server says what became of an earlier visit. */

const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  localStorage.setItem('form_session_demo', 'token-0')
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.reject(new TypeError('cut off'))
  })
})
afterEach(() => {
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

/** The form in use, and how to let the server's answer come. */
function inUse() {
  let answer: (earlier: Earlier | null) => void = () => {}
  const resumedLater = new Promise<Earlier | null>((resolve) => (answer = resolve))
  const session = createFormSession(browserTokenStore('demo'), async () => 'token-1')
  session.stored()
  const form = visibleForm(parseSettings(''))
  const link = { id: '1', slug: 'demo', company }
  const handle = createApplicationHandle({ link, form, session, resumed: null, resumedLater })
  for (const [name, value] of Object.entries(fullApplication())) handle.change(name, value)
  return { ...handle, session, answer }
}

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
