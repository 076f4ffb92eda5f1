import { describe, expect, it } from 'vitest'
import simpleRestProvider from 'ra-data-simple-rest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeUser,
  signIn,
} from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email)
const api = `${url}/api/v1`

type Client = NonNullable<Parameters<typeof simpleRestProvider>[1]>
/** Sends and reads as React-admin's own `fetchJson` does, with a token. */
const httpClient: Client = async (address: string, { headers: sent, ...options } = {}) => {
  const headers = new Headers(sent as Headers)
  headers.set('accept', 'application/json')
  headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const answer = await fetch(address, { ...options, headers })
  const body = await answer.text()
  const json: unknown = JSON.parse(body)
  if (!answer.ok) throw new Error(`${answer.status} ${isRecord(json) ? String(json.message) : body}`)
  return { status: answer.status, headers: answer.headers, body, json }
}
const provider = simpleRestProvider(api, httpClient)

const { id: companyId } = await makeCompany(services)
const user = await makeUser(services, { companyId })
const { id: lead } = await makeUser(services, { isAdmin: true })
const companyToken = await signIn(url, (await makeCompanyAdmin(services, companyId)).email)
const sent = await submitApplication(url, await openFormSession(url))
const submission = sent.body.data as { id: string }
let count = 0
const unique = () => `Noun ${(count += 1)}`
const address = () => `${unique().replace(' ', '-')}@example.com`
const link = () => ({ companyId, userEmail: user.email, externalId: unique() })

/** What a record is made with, what changes it, and a reference by which it is found. */
type Kind = { made: () => object; changed: string; target: string; id: string }
/** null: it is neither made without answers nor deleted, and only its `externalId` and `metadata` change */
const KINDS: Record<string, Kind | null> = {
  companies: { made: () => ({ nameIn: unique(), nameOut: 'Noun', lead }), changed: 'contact', target: 'lead', id: lead }, // prettier-ignore
  users: { made: () => ({ name: unique(), email: address(), company: companyId }), changed: 'name', target: 'company', id: companyId }, // prettier-ignore
  roles: { made: () => ({ name: unique(), companyId }), changed: 'name', target: 'company', id: companyId },
  teams: {
    made: () => ({ name: unique(), leader: user.id }),
    changed: 'name',
    target: 'leader',
    id: user.id,
  },
  links: { made: link, changed: 'name', target: 'user', id: user.id },
  funders: { made: () => ({ name: unique(), companyId }), changed: 'note', target: 'company', id: companyId },
  submissions: null,
}

describe.each(Object.entries(KINDS))('%s by a plain ra-data-simple-rest', (noun, kind) => {
  const sort = { field: 'id', order: 'DESC' as const }
  const pagination = { page: 1, perPage: 2 }
  const create = async (): Promise<{ id: string }> =>
    kind ? (await provider.create<{ id: string }>(noun, { data: kind.made() })).data : submission
  const createTwo = async () => [(await create()).id, (await create()).id]
  const read = async (id: string) => (await provider.getOne<{ id: string } & Record<string, unknown>>(noun, { id })).data // prettier-ignore

  it('getList', async () => {
    const { id } = await create()
    const list = (filter: object) => provider.getList(noun, { pagination, sort, filter })
    const { data, total = 0 } = await list({})
    expect(data.length).toBe(Math.min(2, total))
    expect(await list({ id })).toMatchObject({ data: [{ id }], total: 1 })
    expect(await list({ q: 'nothing has this text' })).toMatchObject({ data: [], total: 0 })
  })
  it('getOne', async () => {
    const { id } = await create()
    expect(await read(id)).toMatchObject({ id })
  })
  it('getMany', async () => {
    const ids = await createTwo()
    const { data } = await provider.getMany<{ id: string }>(noun, { ids })
    expect(data.map(({ id }) => id).toSorted()).toEqual([...new Set(ids)].toSorted())
  })
  it('getManyReference', async () => {
    const { id } = await create()
    const { company } = await read(id)
    const { target, id: of } = kind ?? { target: 'company', id: isRecord(company) ? String(company.id) : '' }
    const asked = { target, pagination, sort, filter: {} }
    const found = (await provider.getManyReference(noun, { ...asked, id: of })).data
    expect(found.map((row) => String(row.id))).toContain(id)
    expect(await provider.getManyReference(noun, { ...asked, id: 'none' })).toMatchObject({ data: [] })
  })
  it('create', async () => {
    const made = kind ? kind.made() : {}
    const post = httpClient(`${api}/${noun}`, { method: 'POST', body: JSON.stringify(made) })
    if (!kind) return expect(post).rejects.toThrow(/^40[05]/)
    const { status, headers, json } = await post
    const { id } = json as { id: string }
    expect([status, headers.get('location')]).toEqual([201, `/api/v1/${noun}/${id}`])
    expect(await read(id)).toEqual(json)
  })
  it('update', async () => {
    const { id } = await create()
    const previousData = await read(id)
    const update = (data: object) => provider.update(noun, { id, data: { ...previousData, ...data }, previousData }) // prettier-ignore
    const changed = kind?.changed ?? 'externalId'
    const change = { [changed]: unique() }
    const { data } = await update(change)
    expect(data).toEqual({ ...previousData, ...change, updatedAt: data.updatedAt as unknown })
    await expect(update({ [changed]: unique() })).rejects.toThrow('409')
  })
  it('updateMany', async () => {
    const ids = await createTwo()
    const changes = kind ? { [kind.changed]: 'Together' } : { metadata: { stage: 'Together' } }
    expect((await provider.updateMany(noun, { ids, data: changes })).data).toEqual(ids)
    expect(await read(ids[1] ?? '')).toMatchObject(changes)
  })
  it('delete', async () => {
    const { id } = await create()
    const remove = provider.delete(noun, { id })
    if (!kind) return expect(remove).rejects.toThrow('405')
    expect((await remove).data).toMatchObject({ id })
    if (noun === 'users') expect(await read(id)).toMatchObject({ active: false })
    else if (noun === 'links') expect((await read(id)).closedAt).not.toBeNull()
    else await expect(read(id)).rejects.toThrow('404')
  })
  it('deleteMany', async () => {
    const ids = await createTwo()
    const remove = provider.deleteMany(noun, { ids })
    if (!kind) return expect(remove).rejects.toThrow('405')
    expect((await remove).data).toEqual(ids)
  })
})

const one = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = token,
) => {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, headers: answer.headers, body: isRecord(parsed) ? parsed : {}, text }
}

describe('a merge patch', () => {
  const MERGE = { 'content-type': 'application/merge-patch+json' }
  const funder = async (more: object = {}) =>
    (await one('POST', '/funders', { name: unique(), companyId, ...more })).body as {
      id: string
      updatedAt: string
    }

  it('changes what it names and leaves the rest, in objects too', async () => {
    const { id } = await funder({
      note: 'Old',
      criteria: { maxNsf: 6, maxPositions: 2 },
      metadata: { a: '1', b: '2' },
    })
    const patch = { note: 'New', criteria: { maxNsf: null, minAmount: 5000 }, metadata: { a: null, c: '3' } }
    const { status, body } = await one('PATCH', `/funders/${id}`, patch, MERGE)
    expect([status, body]).toMatchObject([
      200,
      {
        note: 'New',
        criteria: { maxNsf: null, maxPositions: 2, minAmount: 5000 },
        metadata: { b: '2', c: '3' },
      },
    ])
    expect((await one('PATCH', `/funders/${id}`, { externalId: 'x-1' })).body.externalId).toBe('x-1')
    expect((await one('PATCH', `/funders/${id}`, { externalId: null })).body.externalId).toBeNull()
    expect((await one('PATCH', `/funders/${id}`, body, MERGE)).status).toBe(409)
  })

  it('compares the tag, and takes the one of the answer next', async () => {
    const { id } = await funder()
    const read = await one('GET', `/funders/${id}`)
    const tag = read.headers.get('etag') ?? ''
    const first = await one(
      'PATCH',
      `/funders/${id}`,
      { metadata: { a: '1' } },
      { ...MERGE, 'if-match': tag },
    )
    expect(first.status).toBe(200)
    expect((await one('PATCH', `/funders/${id}`, { note: 'x' }, { 'if-match': tag })).status).toBe(412)
    expect((await one('PATCH', `/funders/${id}`, { metadata: { a: '2' } }, { 'if-match': tag })).status).toBe(
      412,
    )
    const next = first.headers.get('etag') ?? ''
    expect(next).toBe((await one('GET', `/funders/${id}`)).headers.get('etag'))
    const put = await one('PUT', `/funders/${id}`, { note: 'y' }, { 'if-match': next })
    expect(put.status).toBe(200)
    const last = put.headers.get('etag') ?? ''
    expect((await one('DELETE', `/funders/${id}`, undefined, { 'if-match': next })).status).toBe(412)
    expect((await one('DELETE', `/funders/${id}`, undefined, { 'if-match': last })).status).toBe(200)
  })

  it('takes no prototype keys, no other content type, no list and no unknown key', async () => {
    const { id } = await funder()
    const raw = (body: string, type: string) =>
      fetch(`${api}/funders/${id}`, {
        method: 'PATCH',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      })
    expect((await raw('{"metadata":{"__proto__":{"x":"1"}}}', MERGE['content-type'])).status).toBe(400)
    expect((await raw('{"constructor":{"x":"1"}}', MERGE['content-type'])).status).toBe(400)
    expect((await raw('[]', MERGE['content-type'])).status).toBe(400)
    expect((await raw(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, MERGE['content-type'])).status).toBe(400)
    expect((await raw('{}', 'application/json-patch+json')).status).toBe(415)
    expect((await one('PATCH', `/funders/${id}`, { companyId: 'other' })).status).toBe(400)
    expect((await one('PATCH', `/funders/${id}?note=x`, {})).status).toBe(400)
  })

  it('is of the record that the path names, as an update is, whatever the body says', async () => {
    const { id } = await funder()
    for (const [method, path] of [
      ['PATCH', `/funders/${id}`],
      ['PUT', `/funders/${id}`],
      ['PUT', `/funder/update/${id}`],
    ] as const) {
      const { status, body } = await one(method, path, { id: user.id, note: 'Elsewhere' })
      expect([status, body.fields]).toEqual([400, { id: expect.stringContaining('the path') }])
      expect((await one(method, path, { id, note: method })).status).toBe(200)
    }
  })
})

describe('a record that is not to be written', () => {
  it('answers DELETE with the methods there are', async () => {
    const { status, headers, body } = await one('DELETE', `/submissions/${submission.id}`)
    const allowed = 'GET, HEAD, PATCH, PUT'
    expect([status, headers.get('allow'), body.code]).toEqual([405, allowed, 'method_not_allowed'])
    expect(typeof body.message).toBe('string')
  })

  it('is a 404 where it is another company’s, with the same words as where there is none', async () => {
    const other = await makeCompany(services)
    const { id } = await makeUser(services, { companyId: other.id })
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const body = ['GET', 'DELETE'].includes(method) ? undefined : { metadata: { a: '1' } }
      const [foreign, none] = [
        await one(method, `/users/${id}`, body, {}, companyToken),
        await one(method, '/users/none', body, {}, companyToken),
      ]
      expect([foreign.status, foreign.text]).toEqual([404, none.text])
    }
  })

  it('is not changed by the query of a DELETE', async () => {
    const { id } = await makeUser(services, { companyId })
    expect((await one('DELETE', `/users/${id}?name=x`)).status).toBe(400)
    expect((await one('DELETE', `/users/${id}?active=true`)).status).toBe(400)
    const self = (await one('GET', `/users?filter=${encodeURIComponent(`{"q":"${TEST_ADMIN.email}"}`)}`)).text
    const [me] = JSON.parse(self) as { id: string }[]
    expect((await one('DELETE', `/users/${me?.id}`)).status).toBe(403)
  })
})

describe('a key', () => {
  it('needs the permission of each act', async () => {
    const { id: maker } = await makeUser(services, { isAdmin: true })
    const key = await makeApiKey(services, maker, ['page:teams'], { companyId })
    expect((await one('GET', '/teams', undefined, {}, key)).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/teams'],
      ['PUT', '/teams/x'],
      ['PATCH', '/teams/x'],
      ['DELETE', '/teams/x'],
      ['GET', '/users'],
      ['GET', '/submissions'],
    ] as const) {
      // prettier-ignore
      const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { name: 'x' } : undefined
      expect([path, (await one(method, path, body, {}, key)).status]).toEqual([path, 403])
    }
  })

  it('of idempotency makes one record, at both paths', async () => {
    const body = { name: unique(), companyId }
    const headers = { 'idempotency-key': 'nouns-1' }
    const first = await one('POST', '/funders', body, headers)
    const again = await one('POST', '/funders', body, headers)
    const old = await call(url, 'POST', '/funder/create', { token, body, headers })
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(old.body.data).toEqual(first.body)
  })
})

describe('errors', () => {
  const ask = async (path: string, accept: string) => one('GET', path, undefined, { accept })

  it.each([
    ['application/problem+json', true],
    ['application/json, application/problem+json', true],
    ['application/problem+json, */*', true],
    ['application/json;q=0.4, application/problem+json;q=0.5', true],
    ['application/json, application/problem+json;q=0.5', false],
    ['application/problem+json;q=0', false],
    ['application/json', false],
    ['*/*', false],
    ['', false],
  ])('for Accept: %s are problem details: %s', async (accept, isProblem) => {
    for (const path of [
      '/companies/none',
      '/company/get/none',
      '/nothing',
      '/companies?sort=x',
      '/documents/document/none',
    ]) {
      const { status, headers, body } = await ask(path, accept)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('content-type')).toContain(
        isProblem ? 'application/problem+json' : 'application/json',
      )
      if (!isProblem)
        expect(typeof (path.startsWith('/companies') ? body.message : body.error)).toBe('string')
      else
        expect(body).toEqual({
          ...body,
          type: `/api/docs/guide/errors#${String(body.code)}`,
          status,
          detail: expect.any(String) as unknown,
          title: expect.stringMatching(/^[A-Z]/) as unknown,
          instance: `urn:uuid:${headers.get('x-request-id')}`,
        })
    }
  })

  it('name the fields', async () => {
    const { body } = await one('POST', '/companies', { nmae: 'x' }, { accept: 'application/problem+json' })
    expect(body).toMatchObject({ code: 'invalid_input', title: 'Invalid input', fields: { nmae: 'Unknown field: nmae' } }) // prettier-ignore
  })
})
