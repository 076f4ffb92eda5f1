import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserTokenStore, createFormSession } from '../application/form-session.ts'
import { createQueue } from './upload-transport.ts'

const tokens: string[] = []
let requests: FakeRequest[] = []

/** The browser's request, played by hand. */
class FakeRequest {
  upload = {}
  status = 0
  responseText = ''
  onload?: () => void
  onloadend?: () => void
  open(): void {}
  getResponseHeader = () => null
  setRequestHeader(name: string, value: string): void {
    if (name === 'x-form-session') tokens.push(value)
  }
  send(): void {
    requests.push(this)
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  tokens.length = 0
  requests = []
  localStorage.setItem('form_session_demo', 'token-0')
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const stored = { status: 'success', data: { id: 'a' }, url: '/files/a' }
const received = { status: 'error', error: 'Received', code: 'conflict' }

/** One file on its way under the session of an earlier visit. */
async function underWay() {
  const session = createFormSession(browserTokenStore('demo'), async () => 'token-1')
  const queue = createQueue({ session, companyId: '1', renew: (ended) => session.renew(ended) })
  queue.add([new File(['%PDF-1.7'], 'may.pdf', { type: 'application/pdf' })])
  await expect.poll(() => requests.length).toBe(1)
  return { session, queue, state: () => queue.items()[0]?.state }
}

test('a file alone is something to lose with its session', async () => {
  const { session, state } = await underWay()
  expect(session.begun()).toBe(false)
  requests[0]?.answer(200, stored)
  await expect.poll(state).toBe('done')
  expect(session.begun()).toBe(true)
})

test('a file refused as its session’s application is in goes to the session that has taken its place', async () => {
  const { session, state } = await underWay()
  session.forget()
  requests[0]?.answer(409, received)
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.answer(200, stored)
  await expect.poll(state).toBe('done')
  expect(tokens).toEqual(['token-0', 'token-1'])
})

test('where it is still the page’s session, the refusal is the file’s end', async () => {
  const { state } = await underWay()
  requests[0]?.answer(409, received)
  await expect.poll(state).toBe('failed')
  expect(requests).toHaveLength(1)
})
