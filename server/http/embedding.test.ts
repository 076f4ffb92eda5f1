import type { FastifyInstance } from 'fastify'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { openPools } from '../platform/database/db.ts'
import { projectRoot } from '../project-root.ts'
import { registerApps } from './apps.ts'
import { createApp } from './server.ts'

const SCRIPT = `(()=>{${'/* embed */'.repeat(50)}})()`
const PUBLIC_URL = 'https://apply.example.com'
const db = openPools('postgresql://intake@127.0.0.1:1/intake')
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-web-'))
  await mkdir(path.join(folder, 'form/embed-demo'), { recursive: true })
  await mkdir(path.join(folder, 'assets'))
  await cp(
    path.join(projectRoot, 'form/embed-demo/index.html'),
    path.join(folder, 'form/embed-demo/index.html'),
  )
  await writeFile(path.join(folder, 'embed.js'), SCRIPT)
  await writeFile(path.join(folder, 'embed.js.gz'), gzipSync(SCRIPT))
  const config = readConfig({ LOG_LEVEL: 'silent' })
  app = createApp(config)
  await registerApps(app, { config, db, publicUrl: PUBLIC_URL, log: app.log }, folder)
})
afterAll(async () => {
  await Promise.all([app.close(), db.close(), rm(folder, { recursive: true, force: true })])
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('/embed.js', () => {
  it('may be run by any site, and is asked for again soon', async () => {
    const { statusCode, body, headers } = await get('/embed.js')
    expect([statusCode, body]).toEqual([200, SCRIPT])
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/i),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
    })
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await get('/embed.js')
    const again = await get('/embed.js', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('is compressed for who takes it so', async () => {
    const { headers, rawPayload } = await get('/embed.js', { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT)
  })
})

describe('/embed-demo', () => {
  const line = (origin: string, slug: string) =>
    `<div data-intake-form="${slug}"></div><script src="${origin}/embed.js" async></script>`

  it.each([
    ['localhost:3000', 'http://127.0.0.1:3000'],
    ['127.0.0.1:8080', 'http://localhost:8080'],
    ['localhost', 'http://127.0.0.1'],
    ['apply.example.com', PUBLIC_URL],
    ['evil.example', PUBLIC_URL],
    ['localhost.evil.example', PUBLIC_URL],
    ['localhost:3000"><script>', PUBLIC_URL],
  ])('opened on %s, it takes its form from %s', async (host, origin) => {
    const { statusCode, body, headers } = await get('/embed-demo', { host })
    expect(statusCode).toBe(200)
    expect(body).toContain(line(origin, 'demo'))
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain(`script-src 'self' ${origin}`)
    expect(policy).toContain(`frame-src ${origin}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join()).not.toContain('unsafe')
  })

  it('shows the line to be read, and has no script or style within', async () => {
    const { body } = await get('/embed-demo', { host: 'localhost:3000' })
    const shown = /<code id="snippet">(.*?)<\/code>/.exec(body)?.[1] ?? ''
    expect(shown).toBe(
      line('http://127.0.0.1:3000', 'demo')
        .replaceAll('"', '&quot;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
    )
    expect(body).not.toMatch(/<style|style=|<script(?![^>]* src=)/)
  })

  it('shows the form of any link, whatever its slug looks like', async () => {
    const host = 'localhost:3000'
    expect((await get('/embed-demo?slug=acme-1', { host })).body).toContain('data-intake-form="acme-1"')
    const odd = encodeURIComponent('"><script>alert(1)</script>')
    expect((await get(`/embed-demo?slug=${odd}`, { host })).body).toContain(
      '<div data-intake-form="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"></div>',
    )
    for (const query of ['slug=', 'slug=%00', 'slug=a&slug=b', `slug=${'x'.repeat(300)}`]) {
      expect((await get(`/embed-demo?${query}`, { host })).body).toContain('data-intake-form="demo"')
    }
  })
})
