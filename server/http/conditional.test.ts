import { beforeAll, describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import http from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { isRecord } from '#domain/json'
import { call, makeCompany, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email)
const { id } = await makeCompany(services, { nameIn: 'Acme', nameOut: 'Acme' })
const record = `/company/get/${id}`

beforeAll(async () => {
  for (let count = 0; count < 20; count += 1) await makeUser(services)
})

const get = (path: string, headers: Record<string, string> = {}) => call(url, 'GET', path, { token, headers })
const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? ''
const rename = (nameIn: string, headers: Record<string, string> = {}, more: object = {}) =>
  call(url, 'PUT', `/company/update/${id}`, { token, headers, body: { nameIn, ...more } })

describe.each([record, '/user/get'])('%s', (path) => {
  it('is sent again only once it has changed', async () => {
    const tag = await tagOf(path)
    for (const known of [tag, `"other", ${tag}`, `W/${tag.replace('W/', '')}`, '*']) {
      const { status, body, headers } = await get(path, { 'if-none-match': known })
      expect([status, body, headers.get('etag')]).toEqual([304, {}, tag])
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    await rename(`Acme ${path.length}`)
    await makeUser(services)
    expect((await get(path, { 'if-none-match': tag })).status).toBe(200)
  })
})

describe('If-Match', () => {
  it('lets the first of two writers pass and tells the second', async () => {
    const tag = await tagOf(record)
    expect((await rename('First', { 'if-match': tag })).status).toBe(200)
    const { status, body } = await rename('Second', { 'if-match': tag })
    expect([status, body.code]).toEqual([412, 'precondition_failed'])
    const { data } = (await get(record)).body
    expect(isRecord(data) && data.nameIn).toBe('First')
  })

  it('takes strong tags of its own alone, and agrees with an updatedAt beside it', async () => {
    const tag = await tagOf(record)
    const { data } = (await get(record)).body
    const updatedAt = isRecord(data) ? data.updatedAt : null
    for (const wrong of [`W/${tag}`, '"x"', '""', 'x', await tagOf('/user/get')])
      expect((await rename('Other', { 'if-match': wrong })).status).toBe(412)
    const old = '2020-01-01T00:00:00.000Z'
    expect((await rename('Other', { 'if-match': tag }, { updatedAt: old })).status).toBe(412)
    expect((await rename('Other', {}, { updatedAt: old })).status).toBe(409)
    expect((await rename('Third', { 'if-match': '*' })).status).toBe(200)
    expect((await rename('Fourth', { 'if-match': await tagOf(record) }, {})).status).toBe(200)
    expect((await rename('Fifth', { 'if-match': tag }, { updatedAt })).status).toBe(412)
  })

  it('keeps a changed record from being deleted', async () => {
    const tag = await tagOf(record)
    await rename('Changed')
    const remove = (match: string) =>
      call(url, 'DELETE', `/company/delete/${id}`, { token, headers: { 'if-match': match } })
    expect((await remove(tag)).status).toBe(412)
    expect((await remove(await tagOf(record))).status).toBe(200)
  })
})

describe('compression', () => {
  async function raw(path: string, encoding: string, method = 'GET') {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
    const request = http.request(`${url}/api${path}`, { method, headers }).end()
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    return { headers: answer.headers, body: await buffer(answer) }
  }

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('makes lists and exports smaller for a client that takes %s', async (encoding, open) => {
    for (const path of ['/user/get', '/audit/export']) {
      const [small, plain] = [await raw(path, encoding), await raw(path, 'identity')]
      expect([small.headers['content-encoding'], small.headers.vary]).toEqual([encoding, 'accept-encoding'])
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(small.body.length).toBeLessThan(plain.body.length / 2)
      if (path === '/user/get') expect(open(small.body)).toEqual(plain.body)
    }
  })

  it('leaves records, small answers and what is no GET as they are', async () => {
    for (const path of [record, '/team/get?range=[0,0]']) {
      const { headers } = await raw(path, 'br, gzip')
      expect(headers['content-encoding']).toBeUndefined()
    }
    const { headers } = await raw('/auth/logout', 'br, gzip', 'POST')
    expect(headers['content-encoding']).toBeUndefined()
  })
})
