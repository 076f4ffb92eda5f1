import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { call } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { migrationsFolder } from '../platform/database/schema-files.ts'
import { readVersion } from '../project-root.ts'
import { createLifecycle } from './health.ts'
import { createApp, mountRoutes } from './server.ts'
import { openPools } from '../platform/database/db.ts'

const { url, services } = await startTestServer()

describe('the API', () => {
  it('sets headers that suit data on every answer', async () => {
    for (const pathname of ['/health/live', '/nothing', '/openapi.json', '/user/me']) {
      const { headers } = await call(url, 'GET', pathname)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
    const trpc = await fetch(`${url}/api/trpc/user.me`)
    expect(trpc.headers.get('cache-control')).toBe('no-store')
  })

  it('makes request ids itself', async () => {
    const { headers } = await call(url, 'GET', '/health/live', {
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    })
    expect(headers.get('x-request-id')).not.toContain('forged')
  })

  it.each([
    [20, 20],
    [2000, 0],
  ])('answers requests in a pipeline, but not to one of %s', async (count, answered) => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('HTTP/1.1 200').length - 1 === count) socket.end()
    })
    socket.on('error', () => {})
    socket.write('GET /api/health/ready HTTP/1.1\r\nhost: intake\r\n\r\n'.repeat(count))
    await closed
    expect(text.split('HTTP/1.1 200').length - 1).toBe(answered)
  })

  it('has a browsable reference of files of our own', async () => {
    const page = await fetch(`${url}/api/docs`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(html).not.toMatch(/<script>|https?:|style=/)
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
    expect(files).toHaveLength(8)
    for (const file of files) expect((await fetch(`${url}${file}`)).status).toBe(200)
    expect((await fetch(`${url}/api/docs/files/package.json`)).status).toBe(404)
  })

  it('serves nothing that its document does not name', async () => {
    const app = createApp(readConfig({ LOG_LEVEL: 'silent' }))
    const routes: string[] = []
    app.addHook('onRoute', ({ method, url: pattern }) => {
      for (const name of [method].flat()) if (name !== 'HEAD') routes.push(`${name} ${pattern}`)
    })
    await mountRoutes(app, services, createLifecycle())
    const { body } = await call(url, 'GET', '/openapi.json')
    const documented = Object.entries(body.paths ?? {}).flatMap(([pattern, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} /api${pattern.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    const served = routes.filter(
      (route) => !/ \/api\/(trpc|mcp|docs|openapi\.json)/.test(route) && route.includes(' /api'),
    )
    expect(served.toSorted()).toEqual(documented.toSorted())
    await app.close()
  })
})

describe('GET /health', () => {
  it('says that the process runs and that it is ready', async () => {
    expect((await call(url, 'GET', '/health/live')).body).toEqual({ status: 'success', data: { live: true } })
    expect((await call(url, 'GET', '/health/ready')).body).toEqual({
      status: 'success',
      data: { ready: true },
    })
  })

  it('names the version and the database migration to operators, and nothing else', async () => {
    const folders = await readdir(migrationsFolder, { withFileTypes: true })
    const migration = folders
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
      .at(-1)
    expect((await call(url, 'GET', '/health/version')).body).toEqual({
      status: 'success',
      data: { version: readVersion(), migration },
    })
  })

  it('is ready but degraded while storage does not answer', async () => {
    const server = await startTestServer()
    const { dataDir } = server.services.config
    const aside = `${dataDir}-aside`
    await rename(dataDir, aside)
    await writeFile(dataDir, 'a file where the folder should be')
    const ready = () => call(server.url, 'GET', '/health/ready')
    const degraded = { status: 'success', data: { ready: true, degraded: ['storage'] } }
    expect(await ready()).toMatchObject({ status: 200, body: degraded })
    expect(await ready()).toMatchObject({ status: 200, body: degraded })
    expect(server.log.filter((line) => line.includes('the storage does not answer'))).toHaveLength(1)
    expect((await call(server.url, 'GET', '/health/live')).status).toBe(200)
    await rm(dataDir)
    await rename(aside, dataDir)
    expect((await ready()).body).toEqual({ status: 'success', data: { ready: true } })
    expect(server.log.filter((line) => line.includes('the storage answers again'))).toHaveLength(1)
  })

  it('says that it is starting without a word in the log', async () => {
    const lines: string[] = []
    const app = createApp(readConfig({}), { write: (line) => void lines.push(line) })
    await mountRoutes(app, services, createLifecycle())
    expect((await app.inject('/api/health/ready')).statusCode).toBe(503)
    expect(lines).toEqual([])
    await app.close()
  })

  it('is not ready while the database does not answer, and calls say so with a 503', async () => {
    const server = await startTestServer()
    await server.services.db.system('test').write((client) => client.$queryRaw`SELECT 1`)
    await server.services.db.close()
    const unreachable = openPools('postgresql://intake:x@127.0.0.1:9/none')
    Object.defineProperties(server.services.db, Object.getOwnPropertyDescriptors(unreachable))
    const { status, body } = await call(server.url, 'GET', '/health/ready')
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await call(server.url, 'GET', '/health/version')).body.data).toMatchObject({ migration: null })
    const login = await call(server.url, 'POST', '/auth/login', { body: { email: 'a@b.c', password: 'x' } })
    expect([login.status, login.body]).toEqual([
      503,
      {
        status: 'error',
        error: 'The service is not available right now. Please try again in a moment.',
        code: 'unavailable',
      },
    ])
    const trpc = await fetch(`${server.url}/api/trpc/user.me`, {
      headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    })
    expect(trpc.status).toBe(503)
    expect((await call(server.url, 'GET', '/health/live')).status).toBe(200)
  })
})

it('reads nothing for a HEAD that is not sent', async () => {
  const app = createApp(services.config)
  const endless = async function* () {
    for (;;) yield await setImmediate('row')
  }
  const rows = Readable.from(endless())
  app.get('/rows', (_request, reply) => reply.send(rows))
  expect((await app.inject({ method: 'HEAD', url: '/rows' })).statusCode).toBe(200)
  expect(rows.destroyed).toBe(true)
  await app.close()
})

it('ends a connection whose client reads nothing', async () => {
  const app = createApp(services.config)
  expect(app.server.timeout).toBe(5 * 60_000)
  app.server.timeout = 200
  const endless = async function* () {
    for (;;) yield await setImmediate('row'.repeat(10_000))
  }
  const rows = Readable.from(endless())
  app.get('/rows', (_request, reply) => reply.send(rows))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1').pause()
  client.write('GET /rows HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => rows.once('close', resolve))
  client.destroy()
  await app.close()
})
