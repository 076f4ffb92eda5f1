import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'

afterEach(() => void vi.unstubAllGlobals())

const refusal = { error: { message: 'No', error: 'No', errorCode: 'too_many_requests' } }

test.each([
  [403, '<h1>Blocked</h1>', 'foreign'],
  [413, '<h1>Too large</h1>', 'foreign'],
  [403, '{"message":"Forbidden"}', 'foreign'],
  [408, '', 'network'],
  [429, 'Slow down', 'too_many_requests'],
  [500, 'oops', 'network'],
  [502, '<h1>Bad gateway</h1>', 'network'],
  [200, '<h1>Sign in to the hotspot</h1>', 'network'],
  [200, 'null', 'network'],
])('%s with %s, which is not the server’s, is %s', async (status, body, code) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  await expect(api.link('demo')).rejects.toMatchObject({ code, message: '', retryAfterMs: null })
})

test('how long the server wants to be left alone is told', async () => {
  const headers = { 'retry-after': '42' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 429, headers }))
  await expect(api.link('demo')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'No',
    retryAfterMs: 42_000,
  })
})
