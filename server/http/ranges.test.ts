import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { SMALL_PDF, upload } from '../test/support/uploads.ts'

const { url } = await startTestServer({ role: 'all' })
const token = await signIn(url, TEST_ADMIN.email)
const session = await openFormSession(url)
// Larger than a chunk of a stream.
const padding = Buffer.from(`\n%${randomBytes(150_000).toString('hex')}\n`)
const content = Buffer.concat([SMALL_PDF.subarray(0, 9), padding, SMALL_PDF.subarray(9)])
const stored = await upload(url, { fields: { formSubmissionId: session }, content })
const { id } = stored.body.data as { id: string }
const submission = (await submitApplication(url, session)).body.data as { id: string }
const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const [document, original] = [`/documents/document/${id}`, `/form/pdf/${submission.id}?original=1`]

beforeAll(async () => {
  while ((await ask(original, {}, 'HEAD')).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 200))
}, 120_000)

describe.each([document, original])('%s', (path) => {
  it('sends the range that is asked for', async () => {
    const whole = await ask(path)
    const { length } = whole.bytes
    if (path === document) expect(whole.bytes.equals(content)).toBe(true)
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    const last = length - 1
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=0-', 0, last],
      [`bytes=${length - 70_000}-${length - 5}`, length - 70_000, length - 5],
      [`bytes=${last}-`, last, last],
      ['bytes=-7', length - 7, last],
      [`bytes=-${length + 10}`, 0, last],
      [`bytes=5-${length * 2}`, 5, last],
    ] as const) {
      const { status, headers, bytes } = await ask(path, { range })
      expect([range, status, headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${from}-${to}/${length}`,
      ])
      expect(headers.get('content-length')).toBe(String(to - from + 1))
      expect(bytes.equals(whole.bytes.subarray(from, to + 1))).toBe(true)
    }
  })

  it('sends the whole where the range is none, or of other bytes', async () => {
    const whole = await ask(path)
    const tag = whole.headers.get('etag') ?? ''
    const wrong: Record<string, string>[] = [
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=9-3' },
      { range: 'bytes=-' },
      { range: 'rows=0-1' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
      { range: 'bytes=0-1', 'if-range': `W/${tag}` },
    ]
    for (const headers of wrong) {
      const { status, bytes } = await ask(path, headers)
      expect([headers, status, bytes.equals(whole.bytes)]).toEqual([headers, 200, true])
    }
    expect((await ask(path, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206)
  })

  it('is a 416 beyond its end, with its length', async () => {
    const { length } = (await ask(path)).bytes
    for (const range of [`bytes=${length}-`, 'bytes=-0', `bytes=${length + 5}-${length + 9}`]) {
      const { status, headers, bytes } = await ask(path, { range })
      expect([range, status, headers.get('content-range')]).toEqual([range, 416, `bytes */${length}`])
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'range_not_satisfiable' })
    }
  })

  it('says to HEAD what GET would be', async () => {
    const { length } = (await ask(path)).bytes
    const { status, headers, bytes } = await ask(path, { range: 'bytes=0-1' }, 'HEAD')
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, String(length), 0])
    expect(headers.get('accept-ranges')).toBe('bytes')
  })
})

it('leaves the connection open for the next call', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number>()
  const download = (range?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...(range !== undefined && { range }) }
      const asked = http.get(`${url}/api/v1${document}`, { agent, headers }, (answer) => {
        ports.add(answer.socket.localPort ?? 0)
        buffer(answer).then(({ length }) => resolve(length), reject)
      })
      asked.on('error', reject)
    })
  for (let at = 0; at < 40; at += 1) {
    expect(await download()).toBe(content.length)
    expect(await download('bytes=5-104')).toBe(100)
  }
  expect([...ports]).toHaveLength(1)
  agent.destroy()
})

it('sends stamped copies whole, as each is another one', async () => {
  const { status, headers } = await ask(`/form/pdf/${submission.id}`, { range: 'bytes=0-1' })
  expect([status, headers.get('accept-ranges')]).toEqual([200, null])
})
