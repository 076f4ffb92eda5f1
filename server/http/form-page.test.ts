import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import type { FastifyInstance } from 'fastify'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { readConfig } from '../config.ts'
import { openPools, type Database } from '../platform/database/db.ts'
import { projectRoot } from '../project-root.ts'
import { drawingModule } from '../tools/standalone-pages.ts'
import { testDatabase } from '../test/support/database.ts'
import { makeCompany, makeLink } from '../test/support/factories.ts'
import { registerApps } from './apps.ts'
import { createApp } from './server.ts'

/** What the server writes into the form's page, and who may frame it. */

const database = await testDatabase()
const { db } = database
const away = openPools('postgresql://intake@127.0.0.1:1/intake')
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'intake-web-'))
  await Promise.all(['assets', 'form'].map((name) => mkdir(path.join(folder, name))))
  await cp(path.join(projectRoot, 'form/index.html'), path.join(folder, 'form/index.html'))
  await writeFile(path.join(folder, 'form/drawn-page.mjs'), await drawingModule())
  await writeFile(
    path.join(folder, 'manifest.json'),
    JSON.stringify({
      'server/domain/messages/es.ts': { file: 'assets/es-1.js' },
      'form/main.tsx': { file: 'assets/main-1.js' },
    }),
  )
  app = await serve(db)
})
afterAll(async () => {
  await Promise.all([app.close(), away.close(), rm(folder, { recursive: true, force: true })])
})

async function serve(database: Database): Promise<FastifyInstance> {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const server = createApp(config)
  const services = { config, db: database, publicUrl: 'https://apply.example.com', log: server.log }
  await registerApps(server, services, folder)
  return server
}

const get = (url: string, headers: Record<string, string> = {}, server = app) =>
  server.inject({ url, headers })

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const decode = (html: string) => html.replace(/&(#?\w+);/g, (_whole, name: string) => ENTITIES[name] ?? '?')

/** What the form reads out of the page. */
function dataOf(html: string): unknown {
  const content = /<meta name="application" content='([^']*)'>/.exec(html)?.[1]
  return content === undefined ? null : JSON.parse(decode(content))
}
const ancestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]

describe('the form’s page', () => {
  it('brings what the link call would answer, and shows whose form it is', async () => {
    const company = await makeCompany(
      { db },
      { nameIn: 'Inside', nameOut: 'Acme Funding', logoUrl: '/api/logos/a.png' },
    )
    const link = await makeLink({ db }, company.id)
    const { body, headers } = await get(`/form/${link.slug}`)
    expect(dataOf(body)).toEqual({
      link: {
        status: 'success',
        data: {
          id: link.id,
          slug: link.slug,
          sharedDevice: false,
          company: {
            id: company.id,
            nameIn: 'Inside',
            nameOut: 'Acme Funding',
            logoUrl: '/api/logos/a.png',
            pdfLogoUrl: '',
            authorizationText: '',
            disclaimer: '',
            appEditorSettings: '',
            contact: '',
            applicantSettings: DEFAULT_APPLICANT_SETTINGS,
          },
        },
      },
      closed: false,
    })
    expect(body).toContain('<title>Funding application · Acme Funding</title>')
    expect(body).toContain('<p class="company">Acme Funding</p>')
    expect(body).toContain('<img src="/api/logos/a.png" alt="Acme Funding" width="180" height="80"/>')
    expect(body.match(/<label [^>]*for="field-\w+"/g)?.length).toBeGreaterThan(5)
    expect(body.match(/<(input|select|textarea) [^>]*name="\w+"/g)?.length).toBeGreaterThan(5)
    expect(body).toContain(`content="${LIMITS.fileBytes}"`)
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('shows what changed at the very next visit', async () => {
    const company = await makeCompany({ db }, { nameOut: 'Before' })
    const { slug } = await makeLink({ db }, company.id)
    expect((await get(`/form/${slug}`)).body).toContain('<p class="company">Before</p>')
    await db.connections.system.client().company.update({
      where: { id: company.id },
      data: { nameOut: 'After', allowedOrigins: ['https://broker.example'] },
    })
    const { body, headers } = await get(`/embed/${slug}`)
    expect(body).toContain('<p class="company">After</p>')
    expect(ancestors(headers['content-security-policy'])).toBe('https://broker.example')
  })

  it.each([
    `</title><script>alert(1)</script>`,
    `"'><img src=x onerror=alert(1)>`,
    `' onload='alert(1)`,
    "$& $` $' &quot; &amp;lt;",
    '<!-- ]]> </head></div>',
    '\u2028</meta>',
  ])('takes a company called %j for nothing but a name', async (nameOut) => {
    const company = await makeCompany({ db }, { nameOut, disclaimer: nameOut, logoUrl: '/api/logos/a.png' })
    const { slug } = await makeLink({ db }, company.id)
    const { body } = await get(`/form/${slug}`)
    expect(dataOf(body)).toMatchObject({ link: { data: { company: { nameOut, disclaimer: nameOut } } } })
    const tags = (html: string) => [...html.matchAll(/<\/?[a-z!][^\s>]*/g)].map(([tag]) => tag).join(' ')
    const harmless = await makeCompany({ db }, { logoUrl: '/api/logos/a.png' })
    const other = await makeLink({ db }, harmless.id)
    expect(tags(body)).toBe(tags((await get(`/form/${other.slug}`)).body))
    const paint = /<p class="company">(.*?)<\/p>.*alt="(.*?)" width/s.exec(body)
    expect(paint?.slice(1).map(decode)).toEqual([nameOut, nameOut])
  })

  it.each(['/form/%E0%A4%A?lang=es', '/embed/%?lang=es'])(
    '%s cannot be decoded: a browser is shown the form’s own page, other callers get the envelope',
    async (url) => {
      const page = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
      expect(page.body).toContain('<html lang="es"')
      expect(dataOf(page.body)).toMatchObject({ link: { status: 'error', code: 'not_found' } })
      expect(ancestors(page.headers['content-security-policy'])).toBe(
        url.startsWith('/embed') ? '*' : "'none'",
      )
      const other = await get(url, { accept: '*/*' })
      expect([other.statusCode, other.json()]).toMatchObject([400, { code: 'invalid_input' }])
    },
  )

  it('says that a link is closed, and leaves the rest to the form', async () => {
    const company = await makeCompany({ db })
    const { slug } = await makeLink({ db }, company.id, { closedAt: new Date() })
    expect(dataOf((await get(`/form/${slug}`)).body)).toMatchObject({
      closed: true,
      link: { status: 'success' },
    })
  })

  it.each(['/form', '/form/nowhere', '/form/%00', `/embed/${'x'.repeat(300)}`, '/embed'])(
    '%s knows no link, and anybody may frame that',
    async (url) => {
      const { statusCode, body, headers } = await get(url)
      expect(statusCode).toBe(200)
      expect(dataOf(body)).toEqual({
        link: { status: 'error', error: 'Invalid link', code: 'not_found' },
        closed: false,
      })
      expect(body).not.toContain('class="company"')
      const expected = url.startsWith('/embed') ? '*' : "'none'"
      expect(ancestors(headers['content-security-policy'])).toBe(expected)
    },
  )

  it('is served while the database is away, but no form in a frame then', async () => {
    const server = await serve(away)
    const page = await get('/form/demo', {}, server)
    expect([page.statusCode, dataOf(page.body)]).toEqual([200, null])
    expect(page.body).toContain('Loading application...')
    const embedded = await get('/embed/demo', {}, server)
    expect([embedded.statusCode, dataOf(embedded.body)]).toEqual([
      200,
      expect.objectContaining({ link: expect.objectContaining({ status: 'error', code: 'unavailable' }) }),
    ])
    await server.close()
  })
})

describe('the pages of links with a token', () => {
  it.each(['/application', '/application/', '/sign', '/sign?lang=es'])(
    '%s is the form’s page without a form, which nobody may frame or keep',
    async (url) => {
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(dataOf(body)).toBeNull()
      expect(body).toContain(`<html lang="${url.endsWith('es') ? 'es' : 'en'}">`)
      expect(body).toContain('src="/form/main.tsx"')
      expect(ancestors(headers['content-security-policy'])).toBe("'none'")
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
      expect(headers['content-security-policy']).not.toContain('unsafe')
    },
  )
})

describe('its language', () => {
  it.each([
    ['/form/x', undefined, 'en'],
    ['/form/x', 'es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['/form/x', 'de, ru;q=0.5, en;q=0.4', 'ru'],
    ['/form/x', 'en;q=0.3, es;q=0.8', 'es'],
    ['/form/x', 'ru;q=0, fr', 'en'],
    ['/form/x', ';;,q=,es;q=abc', 'en'],
    ['/form/x?lang=ru', 'es', 'ru'],
    ['/form/x?lang=de', 'es', 'es'],
    ['/form/x?lang=es&lang=ru', undefined, 'en'],
    ['/embed/x?lang=es', undefined, 'es'],
  ])('%s with %s is %s', async (url, accepted, language) => {
    const { body, headers } = await get(url, accepted === undefined ? {} : { 'accept-language': accepted })
    expect(/<html lang="(\w+)"/.exec(body)?.[1]).toBe(language)
    expect(headers.vary).toContain('accept-language')
  })

  it('is that of all its words, and those of the script are fetched ahead', async () => {
    const company = await makeCompany({ db })
    const { slug } = await makeLink({ db }, company.id)
    const { body } = await get(`/form/${slug}?lang=es`)
    expect(body).toContain('<h1 tabindex="-1">Solicitud de financiamiento</h1>')
    expect(body).toContain('Permita JavaScript')
    expect(body).toContain(`<link rel="modulepreload" href='/assets/es-1.js'>`)
    expect((await get(`/form/${slug}`)).body).not.toContain('rel="modulepreload"')
    expect(dataOf((await get('/form/nowhere?lang=ru')).body)).toMatchObject({
      link: { error: expect.stringMatching(/[а-я]/) },
    })
  })
})

describe('who may frame it', () => {
  it.each([
    [[], '*'],
    [['https://broker.example', 'http://localhost:8080/'], 'https://broker.example http://localhost:8080'],
    [['https://broker.example', "* 'self'; script-src *"], 'https://broker.example'],
    [['https://broker.example/page', '*'], "'none'"],
  ])('%j is written as %s', async (allowedOrigins, expected) => {
    const company = await makeCompany({ db }, { allowedOrigins })
    const { slug } = await makeLink({ db }, company.id)
    const { headers, body } = await get(`/embed/${slug}`)
    expect(ancestors(headers['content-security-policy'])).toBe(expected)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*\*/)
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(body).toContain('<html lang="en" class="embedded">')
    expect(ancestors((await get(`/form/${slug}`)).headers['content-security-policy'])).toBe("'none'")
  })
})
