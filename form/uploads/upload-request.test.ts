import { UNDESCRIBED } from '#domain/document-type'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../calls/api-error.ts'
import { uploadFile } from './upload-request.ts'

/** The browser's request, played by hand. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  headers = new Map<string, string>()
  body: FormData | null = null
  retryAfter: string | null = null

  constructor() {
    FakeRequest.last = this
  }
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  getResponseHeader(): string | null {
    return this.retryAfter
  }
  send(body: FormData): void {
    this.body = body
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stored = { status: 'success', data: { id: 'a', ...UNDESCRIBED }, url: '/files/a' }

function begin() {
  const seen: number[] = []
  const stop = new AbortController()
  const options = {
    token: 't',
    companyId: 'c',
    clientFileId: 'f',
    description: UNDESCRIBED,
    signal: stop.signal,
  }
  const upload = uploadFile(new File(['%PDF'], 'may.pdf'), {
    ...options,
    onProgress: (now) => seen.push(now),
  })
  const end = upload.then(
    (file) => file,
    (error: unknown) => error,
  )
  return { end, seen, stop, request: FakeRequest.last }
}

const codeOf = async (end: Promise<unknown>) => {
  const error = await end
  return error instanceof ApiError ? error.code : error
}

test('the file comes last, after all the server should know of it', async () => {
  const { end, request, seen } = begin()
  expect([...(request.body?.keys() ?? [])]).toEqual([
    'documentType',
    'companyId',
    'clientFileId',
    'statementMonth',
    'file',
  ])
  expect(Object.fromEntries(request.headers)).toEqual({ 'x-form-session': 't', 'x-form-language': 'en' })
  request.upload.onprogress?.({ loaded: 1, total: 3 })
  request.upload.onprogress?.({ loaded: 3, total: 3 })
  request.upload.onload?.()
  request.answer(200, stored)
  expect(await end).toEqual({ id: 'a', url: '/files/a', description: UNDESCRIBED })
  expect(seen).toEqual([33, 99, 100])
})

test('a stalled upload is cut; one that moves is not, however slow', async () => {
  const { end, request } = begin()
  for (let loaded = 1; loaded < 5; loaded++) {
    await vi.advanceTimersByTimeAsync(29_000)
    request.upload.onprogress?.({ loaded, total: 10 })
  }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await codeOf(end)).toBe('network')
})

test('an answer may take longer, as the file may still be on its way', async () => {
  const { end, request } = begin()
  request.upload.onload?.()
  await vi.advanceTimersByTimeAsync(55_000)
  request.answer(200, stored)
  expect(await end).toMatchObject({ id: 'a' })
})

test('without a connection an upload is cut soon, unless it moves all the same', async () => {
  const lied = begin()
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(2000)
  lied.request.upload.onprogress?.({ loaded: 1, total: 2 })
  await vi.advanceTimersByTimeAsync(20_000)
  lied.request.answer(200, stored)
  expect(await lied.end).toMatchObject({ id: 'a' })

  const { end } = begin()
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await codeOf(end)).toBe('network')
})

test('a stop cuts at once', async () => {
  const { end, stop } = begin()
  stop.abort()
  expect(await codeOf(end)).toBe('network')
})

test.each([
  [503, { status: 'error', error: 'Not now', code: 'unavailable' }, 'unavailable', 'Not now'],
  [
    415,
    { status: 'error', error: 'No such type', code: 'unsupported_type' },
    'unsupported_type',
    'No such type',
  ],
  [413, '<h1>Too large</h1>', 'too_large', ''],
  [429, '', 'too_many_requests', ''],
  [502, '<h1>Bad gateway</h1>', 'unavailable', ''],
  [200, '<h1>Sign in to the hotspot</h1>', 'unavailable', ''],
  [500, 'oops', 'internal', ''],
])('%s with %j is %s', async (status, body, code, message) => {
  const { end, request } = begin()
  request.answer(status, body)
  expect(await end).toMatchObject({ code, message, retryAfterMs: null })
})

test('how long the server wants to be left alone is told', async () => {
  const { end, request } = begin()
  request.retryAfter = '42'
  request.answer(429, { status: 'error', error: 'Too many tries', code: 'too_many_requests' })
  expect(await end).toMatchObject({ code: 'too_many_requests', retryAfterMs: 42_000 })
})
