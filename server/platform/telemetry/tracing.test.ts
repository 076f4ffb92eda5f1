// @module-tag long
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { openFormSession } from '../../test/support/applicant.ts'
import { testDatabase } from '../../test/support/database.ts'
import { call, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { startChild, type Child } from '../../test/support/processes.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }
type Received = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector that keeps every request's body. With `hangs` it never answers. */
async function startCollector({ hangs = false } = {}) {
  const received: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push(`${request.method} ${request.url}\n${body.toString()}`)
      if (!hangs) response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const toSpans = (received: string[]): Span[] =>
  received
    .flatMap((sent): Received['resourceSpans'] => JSON.parse(sent.slice(sent.indexOf('\n'))).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const EMAIL = 'planted-operator@example.com'
const folder = await mkdtemp(path.join(tmpdir(), 'intake-traces-'))
const { url: DATABASE_URL } = await testDatabase()
const children: Child[] = []
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop()))
  await rm(folder, { recursive: true, force: true })
})

/** Starts the built server. `loaded` stops it and returns the telemetry packages that it had loaded. */
async function start(role: string, settings: Record<string, string>) {
  const NODE_V8_COVERAGE = await mkdtemp(path.join(folder, 'coverage-'))
  const log: string[] = []
  const env = {
    DATABASE_URL,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    SEED_DEMO: '1',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: TEST_PASSWORD,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    DATA_DIR: path.join(folder, 'data'),
    NODE_V8_COVERAGE,
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const args = ['dist/server.mjs', '--role', role]
  const child = await startChild(args, env, (line) => void log.push(line)).catch((cause: unknown) => {
    throw new Error(log.join('\n'), { cause })
  })
  children.push(child)
  const loaded = async (): Promise<string[]> => {
    expect(await child.stop()).toBe(0)
    const files = await readdir(NODE_V8_COVERAGE)
    const texts = await Promise.all(files.map((file) => readFile(path.join(NODE_V8_COVERAGE, file), 'utf8')))
    const found = texts
      .join('')
      .matchAll(/"url":"file:[^"]*node_modules\/(@opentelemetry\/[^/]+|prom-client)\//g)
    return [...new Set([...found].map(([, name = '']) => name))]
  }
  return { url: child.url, log, loaded }
}

describe('the built server', () => {
  it('sends one trace from a submit to its PDF, of web and worker, without a word of the applicant', async () => {
    const collector = await startCollector()
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const [web, worker] = [await start('web', settings), await start('worker', settings)]
    const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const session = await openFormSession(web.url)
    const file = { headers: { 'x-form-session': session }, content: SMALL_PDF, name: 'planted-name.pdf' }
    expect((await upload(web.url, file)).status).toBe(200)
    const answers = fullApplication()
    const submitted = await fetch(`${web.url}/api/v1/form/submit`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'planted-agent',
        traceparent: `00-${traceId}-${caller}-01`,
        tracestate: 'planted=state',
        baggage: 'planted=baggage',
      },
      body: JSON.stringify({ ...answers, generatedLinkSlug: 'demo', formSubmissionId: session }),
    })
    expect(submitted.status).toBe(200)
    const { data } = (await submitted.json()) as { data: { receiptToken: string } }
    const token = await signIn(web.url, EMAIL)
    await call(web.url, 'GET', '/company/get/planted-id?filter=planted-filter', { token })
    await fetch(`${web.url}/form/demo?planted=query`)
    await call(web.url, 'GET', '/health/ready')

    const ours = () => toSpans(collector.received).filter((span) => span.traceId === traceId)
    const wanted = ['job submission-arrived', 'job seal-pdf', 'storage put', 'database UPDATE SubmissionDesk']
    await vi.waitFor(() => expect(ours().map(({ name }) => name)).toEqual(expect.arrayContaining(wanted)), {
      timeout: 120_000,
      interval: 100,
    })
    for (const server of [web, worker])
      expect(await server.loaded()).toContain('@opentelemetry/sdk-trace-node')
    expect([...web.log, ...worker.log]).toEqual([])
    const instances = collector.received.flatMap((sent) =>
      [...sent.matchAll(/"service.instance.id","value":{"stringValue":"([^"]+)"/g)].map(([, id]) => id),
    )
    expect(new Set(instances).size).toBe(2)

    const request = ours().find(({ parentSpanId }) => parentSpanId === caller)
    expect(request?.name).toBe('POST /api/form/submit')
    const accepted = ours().find(({ name }) => name === 'submission accept')
    expect(accepted?.parentSpanId).toBe(request?.spanId)
    const under = ours().filter(({ parentSpanId }) => parentSpanId === accepted?.spanId)
    expect(under.map(({ name }) => name).sort()).toEqual([
      'database accept-applications-traced',
      'job submission-arrived',
    ])
    const names = new Set(toSpans(collector.received).map(({ name }) => name))
    expect(names).toContain('GET /api/company/get/:id')
    expect([...names].filter((name) => name.includes('health'))).toEqual([])

    const sent = collector.received.join('').toLowerCase()
    const secrets = [...Object.values(answers), session, token, data.receiptToken, EMAIL, 'demo', 'planted']
      .flat()
      .map((value) => String(value).toLowerCase())
      // Short numbers also stand in times.
      .filter((value) => value.length > 3 && !/^\d{1,9}$/.test(value))
    expect(secrets.length).toBeGreaterThan(30)
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
    expect(sent).not.toMatch(/127\.0\.0\.1|localhost|\$1|select "/)
  })

  it('loads nothing of metrics and traces unless they are set', async () => {
    expect(await (await start('all', {})).loaded()).toEqual([])
    // prom-client asks the interface, which is small, for the trace of an observation.
    expect((await (await start('web', { METRICS_PORT: '0' })).loaded()).sort()).toEqual([
      '@opentelemetry/api',
      'prom-client',
    ])
  })

  it('serves and stops while its collector hangs', async () => {
    const collector = await startCollector({ hangs: true })
    const patient = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BSP_EXPORT_TIMEOUT: '600000' }
    const server = await start('web', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...patient })
    await openFormSession(server.url)
    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(0), { timeout: 120_000 })
    await openFormSession(server.url)
    expect(await server.loaded()).toContain('@opentelemetry/sdk-trace-node')
  })

  it('says in its log that its collector is away', async () => {
    const server = await start('web', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    })
    await openFormSession(server.url)
    await vi.waitFor(() => expect(server.log.join('')).toContain('traces could not be sent'), {
      timeout: 120_000,
    })
    expect(await server.loaded()).toContain('@opentelemetry/sdk-trace-node')
  })
})
