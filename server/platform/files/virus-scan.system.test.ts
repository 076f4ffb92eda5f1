import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applicantMessages } from '#domain/messages/applicant'
import { applicantMessagesRu } from '#domain/messages/applicant-ru'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { EICAR, startClamd } from '../../test/support/clamd.ts'
import { call, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, smallPng, storedDocuments, upload } from '../../test/support/uploads.ts'
import { FileMissingError } from './storage.ts'
import { checkScanner, SCAN_WAIT_MS, scanBytes, scanStored, SCANS_AT_ONCE } from './virus-scan.ts'

const clamd = await startClamd()

const toClamd = (client: Socket) => {
  const scanner = connect(clamd)
  client.pipe(scanner).pipe(client)
  scanner.on('error', () => client.destroy())
}
/** What stands at CLAMD_URL: the real one, unless a test puts something else there. */
let answer: (client: Socket) => void = toClamd
const gate = createServer((client) => {
  client.on('error', () => client.destroy())
  answer(client)
})
await new Promise<void>((ready) => gate.listen(0, '127.0.0.1', ready))
afterAll(() => void gate.close())
beforeEach(() => {
  answer = toClamd
})
afterEach(() => void vi.useRealTimers())

const clamdUrl = new URL(`tcp://127.0.0.1:${(gate.address() as AddressInfo).port}`)
const { url, services, log } = await startTestServer({ clamdUrl })
const token = await signIn(url, TEST_ADMIN.email)
const headers = { 'x-form-session': await openFormSession(url) }

const infected = Buffer.concat([SMALL_PDF.subarray(0, 40), Buffer.from(EICAR), SMALL_PDF.subarray(40)])
const left = async () => ({
  files: await storedDocuments(services),
  logos: await readdir(path.join(services.config.dataDir, 'files/logos')).catch(() => []),
  rows: await services.db.system('test').write((client) => client.document.count()),
})
/** What comes of an upload that must leave nothing. */
async function refused(file: Parameters<typeof upload>[1] = {}) {
  const before = await left()
  const { status, body } = await upload(url, { ...file, headers: { ...headers, ...file.headers } })
  expect(await left()).toEqual(before)
  return { status, code: body.code, error: body.error }
}

describe('an upload that the scanner looks at', () => {
  it('is stored when it is clean, however many chunks it takes', async () => {
    expect((await upload(url, { headers })).status).toBe(200)
    const large = Buffer.concat([SMALL_PDF, Buffer.alloc(3_000_000, ' '), Buffer.from('%%EOF')])
    expect((await upload(url, { headers, content: large })).status).toBe(200)
  })

  it('is refused and leaves nothing when it holds a virus, wherever that stands', async () => {
    const before = log.length
    const answered = { status: 400, code: 'infected', error: applicantMessages.upload.infected }
    expect(await refused({ name: 'private-name.pdf', content: infected })).toEqual(answered)
    const late = Buffer.concat([SMALL_PDF, Buffer.alloc(3_000_000, ' '), Buffer.from(`${EICAR}%%EOF`)])
    expect(await refused({ content: late })).toEqual(answered)
    const picture = Buffer.concat([await smallPng(), Buffer.from(EICAR)])
    expect(await refused({ name: 'scan.png', type: 'image/png', content: picture })).toEqual(answered)
    const lines = log.slice(before).join('')
    expect(lines).toContain('"virus":"Eicar-Test.UNOFFICIAL"')
    expect(lines).not.toContain('private-name')
  })

  it('is shown to it once all of it is here, so that a slow sender holds up nobody', async () => {
    let asked = 0
    answer = (client) => {
      asked += 1
      toClamd(client)
    }
    const form = new FormData()
    form.set('documentType', 'bankStatements')
    const content = Buffer.concat([SMALL_PDF, Buffer.alloc(1_000_000, ' '), Buffer.from('%%EOF')])
    form.set('file', new File([content], 'statement.pdf', { type: 'application/pdf' }))
    const target = `${url}/api/documents/upload-public`
    const whole = new Request(target, { method: 'POST', body: form })
    const type = whole.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const sent = fetch(target, {
      method: 'POST',
      body: readable,
      duplex: 'half',
      headers: { ...headers, 'content-type': type },
    })
    const writer = writable.getWriter()
    await writer.write(bytes.subarray(0, 500_000))
    const folder = path.join(services.config.dataDir, 'files/documents')
    const hasBegun = async () => {
      const drafts = (await readdir(folder)).filter((name) => name.startsWith('.'))
      const sizes = await Promise.all(drafts.map(async (name) => (await stat(path.join(folder, name))).size))
      return sizes.some((size) => size > 0)
    }
    await vi.waitUntil(hasBegun, { timeout: 5000, interval: 10 })
    expect(asked).toBe(0)
    await writer.write(bytes.subarray(500_000))
    await writer.close()
    expect((await sent).status).toBe(200)
    expect(asked).toBe(1)
  })

  it('is opened before the scanner is called', async () => {
    let calls = 0
    answer = (client) => {
      calls += 1
      toClamd(client)
    }
    const gone = { name: 'documents/gone', key: Buffer.alloc(32), context: 'gone' }
    await expect(scanStored(services, gone, 'somebody')).rejects.toThrow(FileMissingError)
    await scanBytes(services, SMALL_PDF)
    expect(calls).toBe(1)
  })

  it('waits for its turn, and is refused when that does not come in time', async () => {
    const held: Socket[] = []
    answer = (client) => void held.push(client.resume())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shown = Array.from({ length: SCANS_AT_ONCE }, () => scanBytes(services, SMALL_PDF))
    await vi.waitUntil(() => held.length === SCANS_AT_ONCE)
    const late = expect(scanBytes(services, SMALL_PDF)).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      retryAfter: 5,
      cause: { message: 'clamd is busy with other files' },
    })
    await vi.advanceTimersByTimeAsync(SCAN_WAIT_MS)
    await late
    const next = scanBytes(services, SMALL_PDF)
    answer = (client) => void client.once('data', () => client.end('stream: OK\0')).resume()
    for (const client of held) client.end('stream: OK\0')
    await Promise.all([...shown, next])
    expect(held).toHaveLength(SCANS_AT_ONCE)
  })

  it('is refused in the words of the applicant', async () => {
    const russian = await refused({ content: infected, headers: { 'x-form-language': 'ru' } })
    expect(russian.error).toBe(applicantMessagesRu.upload.infected)
  })

  it('may be a logo, and is refused as one', async () => {
    const { body } = await call(url, 'GET', '/company/get', { token })
    const [{ id }] = body.data as [{ id: string }]
    const send = (bytes: Buffer) =>
      call(url, 'POST', `/company/upload-logo/${id}`, {
        token,
        body: { logoType: 'logo', logoData: `data:image/png;base64,${bytes.toString('base64')}` },
      })
    const before = await left()
    const refusal = await send(Buffer.concat([await smallPng(), Buffer.from(EICAR)]))
    expect([refusal.status, refusal.body.code]).toEqual([400, 'infected'])
    expect(await left()).toEqual(before)
    expect((await send(await smallPng())).status).toBe(200)
  })

  it('is shown to a scanner behind a socket file as well', async () => {
    const config = { ...services.config, clamdUrl: new URL(`unix://${clamd}`) }
    await scanBytes({ ...services, config }, SMALL_PDF)
    await expect(scanBytes({ ...services, config }, infected)).rejects.toMatchObject({ code: 'infected' })
  })
})

describe('while the scanner gives no verdict', () => {
  const unavailable = { status: 503, code: 'unavailable', error: applicantMessages.unavailable }
  const say = (text: string) => (client: Socket) =>
    void client.once('data', () => client.end(`${text}\0`)).resume()

  it.each<[string, (client: Socket) => void]>([
    ['hangs up', (client) => client.destroy()],
    ['hangs up in the middle', (client) => void client.once('data', () => client.destroy())],
    ['calls it clean before it has all', say('stream: OK')],
    ['talks rubbish', say('HTTP/1.1 400 Bad Request')],
    ['talks without end', (client) => void client.on('data', () => client.write('x'.repeat(5000)))],
    ['has another fault', say('Temporary file creation failed. ERROR')],
  ])('which %s, nothing is taken, and the rest works', async (_what, way) => {
    answer = way
    // More than the sockets between hold, so that the early word is heard before the end.
    const content = Buffer.concat([SMALL_PDF, Buffer.alloc(8_000_000, ' '), Buffer.from('%%EOF')])
    expect(await refused({ content })).toEqual(unavailable)
    expect((await call(url, 'GET', '/health/ready')).status).toBe(200)
    expect((await submitApplication(url, await openFormSession(url))).status).toBe(200)
  })

  it('as nothing listens, nothing is taken, and a start says so', async () => {
    const before = log.length
    const config = { ...services.config, clamdUrl: new URL('unix:///nowhere/clamd.sock') }
    await expect(scanBytes({ ...services, config }, SMALL_PDF)).rejects.toMatchObject({ code: 'unavailable' })
    await checkScanner({ ...services, config })
    expect(log.slice(before).join('')).toContain('CLAMD_URL is set and nothing answers there')
  })

  it('as it takes for ever, the upload is given up', async () => {
    let asked = () => {}
    const wasAsked = new Promise<void>((resolve) => (asked = resolve))
    answer = (client) => void client.on('data', (chunk: Buffer) => chunk.includes('%%EOF') && asked())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const scanned = expect(scanBytes(services, SMALL_PDF)).rejects.toMatchObject({ code: 'unavailable' })
    await wasAsked
    await vi.advanceTimersByTimeAsync(120_000)
    await scanned
  })

  it('as the file is larger than it looks at, another is asked for', async () => {
    answer = (client) => {
      let heard = false
      client.on('data', () => {
        if (!heard) client.write('INSTREAM size limit exceeded. ERROR\0')
        heard = true
      })
    }
    const content = Buffer.concat([SMALL_PDF, Buffer.alloc(1_000_000, ' '), Buffer.from('%%EOF')])
    expect(await refused({ content })).toEqual({
      status: 413,
      code: 'too_large',
      error: applicantMessages.upload.notScanned,
    })
  })
})
