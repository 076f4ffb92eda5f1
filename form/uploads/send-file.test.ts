import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AT, openForm } from '../application/opened.fixture.ts'
import { filesPart } from './uploads-part.ts'

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
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const stored = {
  status: 'success',
  data: { id: 'a', documentType: 'bankStatements', statementMonth: null },
  url: '/files/a',
}
const received = { status: 'error', error: 'Received', code: 'conflict' }
const isBegun = () => localStorage.getItem('form_begun_demo') !== null

/** One file on its way under the session of an earlier visit, which is still being asked for. */
async function underWay() {
  const opened = openForm({ late: true, loadPart: async () => filesPart })
  opened.addFiles([new File(['%PDF-1.7'], 'may.pdf', { type: 'application/pdf' })])
  await expect.poll(() => requests.length).toBe(1)
  return { ...opened, fileState: () => opened.state().uploads.files.items[0]?.state }
}

test('a file alone is something to lose with its session', async () => {
  const { fileState } = await underWay()
  expect(isBegun()).toBe(false)
  requests[0]?.answer(200, stored)
  await expect.poll(fileState).toBe('done')
  expect(isBegun()).toBe(true)
})

test('a file refused as its session’s application is in goes to the session that has taken its place', async () => {
  const { state, fileState, answer, dispatch } = await underWay()
  answer({ is: 'received', at: AT })
  requests[0]?.answer(409, received)
  await expect.poll(() => state().session.is).toBe('asked')
  dispatch({ type: 'sessionTaken', token: 'token-1' })
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.answer(200, stored)
  await expect.poll(fileState).toBe('done')
  expect(tokens).toEqual(['token-0', 'token-1'])
})

test('a file refused under the page’s own session fails', async () => {
  const { fileState } = await underWay()
  requests[0]?.answer(409, received)
  await expect.poll(fileState).toBe('failed')
  expect(requests).toHaveLength(1)
})
