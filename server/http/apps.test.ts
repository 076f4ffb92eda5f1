import type { FastifyInstance } from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { testDatabase } from '../test/support/database.ts'
import { registerApps } from './apps.ts'
import { createApp } from './server.ts'

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(500))})`
const { db } = await testDatabase()
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-web-'))
  await Promise.all(['admin', 'form', 'assets'].map((name) => mkdir(path.join(folder, name))))
  await writeFile(
    path.join(folder, 'admin/index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__">panel',
  )
  await writeFile(path.join(folder, 'form/index.html'), 'form __MAX_FILE_BYTES__ __DRAFT_DAYS__')
  await writeFile(path.join(folder, 'assets/index-abc123.js'), SCRIPT)
  await writeFile(path.join(folder, 'assets/pdf.worker.min-abc123.mjs'), SCRIPT)
  await writeFile(path.join(folder, 'assets/index-abc123.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(folder, 'assets/index-abc123.js.gz'), gzipSync(SCRIPT))
  app = await serve({})
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(env: NodeJS.ProcessEnv, from = folder): Promise<FastifyInstance> {
  const config = readConfig({ LOG_LEVEL: 'silent', MAX_FILE_MB: '2', ...env })
  const server = createApp(config)
  await registerApps(server, { config, db, publicUrl: 'https://apply.example.com', log: server.log }, from)
  return server
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const directive = (policy: unknown, name: string) =>
  String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${name} `))

describe('the front ends', () => {
  it.each(['/', '/admin', '/admin/', '/admin/forms', '/admin/forms/1/show', '/unauthorized'])(
    '%s is the panel',
    async (url) => {
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(body).toContain('panel')
    },
  )

  it.each(['/form', '/form/', '/form/demo', '/form/demo?x=1', '/embed', '/embed/', '/embed/demo'])(
    '%s is the form, which is told how large a file may be and how long a draft is kept',
    async (url) => {
      const { statusCode, body } = await get(url)
      expect([statusCode, body]).toEqual([200, 'form 2097152 30'])
    },
  )

  it.each(['/nothing', '/form/a/b', '/assets/missing.js', '/assets/..%2f..%2fpackage.json', '/package.json'])(
    '%s is a small page that says so',
    async (url) => {
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(body).toContain('Page not found')
    },
  )

  it('sends hashed files for ever, compressed as the browser can take them', async () => {
    const url = '/assets/index-abc123.js'
    const plain = await get(url)
    expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT])
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const brotli = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotli.headers['content-type']).toMatch(/javascript/)
    expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  })

  it('says what to do when nothing has been built', async () => {
    const server = await serve({}, path.join(folder, 'empty'))
    const { statusCode, body } = await server.inject('/')
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm start')])
    await server.close()
  })
})

describe('their security headers', () => {
  it('allow no inline script, and the panel’s styles by a nonce that is new each time', async () => {
    const [first, second] = [await get('/admin/forms'), await get('/admin/forms')]
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1] ?? ''
    const policy = first.headers['content-security-policy']
    expect(directive(policy, 'default-src')).toBe("default-src 'none'")
    expect(directive(policy, 'script-src')).toBe("script-src 'self'")
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' 'nonce-${nonce}'`)
    expect(nonce).toMatch(/^[\w+/]{20,}=*$/)
    expect(second.body).not.toContain(nonce)
    expect(directive((await get('/form/demo')).headers['content-security-policy'], 'style-src')).toBe(
      "style-src 'self'",
    )
  })

  it('let nobody frame a page but those under /embed', async () => {
    for (const url of ['/', '/admin/forms', '/form/demo', '/unauthorized', '/nothing']) {
      const { headers } = await get(url)
      expect(directive(headers['content-security-policy'], 'frame-ancestors')).toBe("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBe('DENY')
    }
    const { headers } = await get('/embed/demo')
    expect(directive(headers['content-security-policy'], 'frame-ancestors')).toBe('frame-ancestors *')
    expect(headers).not.toHaveProperty('x-frame-options')
  })

  it('let the worker that reads PDFs run WebAssembly, and reach nothing', async () => {
    const { statusCode, headers } = await get('/assets/pdf.worker.min-abc123.mjs')
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/javascript/)])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; script-src 'wasm-unsafe-eval'",
    )
  })

  it('are on every page', async () => {
    for (const url of ['/', '/form/demo', '/embed/demo', '/nothing', '/assets/index-abc123.js']) {
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin',
      })
    }
  })

  it('demand https only where the public address has it', async () => {
    expect((await get('/')).headers).not.toHaveProperty('strict-transport-security')
    const server = await serve({ PUBLIC_URL: 'https://apply.example.com' })
    expect((await server.inject('/')).headers['strict-transport-security']).toBe('max-age=31536000')
    await server.close()
  })

  it('demand it of subdomains too where that is configured', async () => {
    const server = await serve({ PUBLIC_URL: 'https://apply.example.com', HSTS_SUBDOMAINS: 'on' })
    for (const url of ['/', '/api/nothing', '/%'])
      expect((await server.inject(url)).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      )
    await server.close()
  })
})

describe('the client’s address', () => {
  const ask = async (env: NodeJS.ProcessEnv, forwarded: string) => {
    const server = createApp(readConfig({ LOG_LEVEL: 'silent', ...env }))
    server.get('/ip', async (request) => request.ip)
    const { body } = await server.inject({ url: '/ip', headers: { 'x-forwarded-for': forwarded } })
    await server.close()
    return body
  }

  it('is the socket’s, whatever a header says, unless a proxy is trusted', async () => {
    expect(await ask({}, '203.0.113.1')).toBe('127.0.0.1')
    expect(await ask({ TRUST_PROXY: '127.0.0.1' }, '203.0.113.1')).toBe('203.0.113.1')
    expect(await ask({ TRUST_PROXY: '10.0.0.1' }, '203.0.113.1')).toBe('127.0.0.1')
  })

  it('is as many hops away as there are proxies, so a forged entry before them counts for nothing', async () => {
    expect(await ask({ TRUST_PROXY: '1' }, '198.51.100.66, 203.0.113.1')).toBe('203.0.113.1')
    expect(await ask({ TRUST_PROXY: '2' }, '198.51.100.66, 203.0.113.1, 10.0.0.1')).toBe('203.0.113.1')
  })
})
