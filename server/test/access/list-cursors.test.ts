// @module-tag long
import { beforeAll, describe, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../support/factories.ts'
import { registerSubmission } from '../../registrations/register.service.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'

const { url, services } = await startTestServer()
const admin = await signIn(url, TEST_ADMIN.email)
const company = await makeCompany(services, { nameIn: 'Same', nameOut: 'Same' })
const owner = await makeCompanyAdmin(services, company.id)

type Query = Record<string, string>

const DESK = ['merchant', 'amountRequested', 'monthlySales', 'state', 'status', 'owner', 'documentCount']
const LISTS: Record<string, string[]> = {
  '/form/submissions': ['createdAt', 'company', 'user', ...DESK, 'statusAt', 'updatedAt', 'link'],
  '/company/get': ['nameIn', 'nameOut', 'lead', 'submittedForms', 'updatedAt'],
  '/user/get': ['name', 'email', 'role', 'company', 'lastSignInAt', 'updatedAt'],
  '/role/get': ['name', 'userType', 'company', 'updatedAt'],
  '/team/get': ['name', 'leader', 'updatedAt'],
  '/generated-link/get': ['company', 'user', 'slug', 'createdAt'],
  '/registration/get': ['at', 'number'],
  '/audit/get': ['at', 'actor', 'act'],
}

async function apply(changes: Record<string, string>, slug: string) {
  const session = await openFormSession(url, slug)
  await upload(url, { name: 'statement.pdf', headers: { 'x-form-session': session } })
  expect((await submitApplication(url, session, changes, slug)).status).toBe(200)
}

const slugs: string[] = []
/** The audit log grows by these very calls. */
let until = ''

beforeAll(async () => {
  for (const name of ['Ann', 'Bob', 'Ann']) {
    const of =
      name === 'Bob' ? (await makeCompany(services, { nameOut: 'Same', leadId: owner.id })).id : company.id
    const link = await makeLink(services, of, { userName: name })
    slugs.push(link.slug)
    const team = { name, companyId: of, leaderId: name === 'Bob' ? null : owner.id }
    await services.db.system('test').write((client) => client.team.create({ data: team }))
    await makeRole(services, { name, companyId: of, userType: name === 'Bob' ? 'company' : 'user' })
    await makeUser(services, { name, companyId: of, lastSignInAt: name === 'Bob' ? new Date() : null })
  }
  for (const [index, advanceAmount] of ['5000', '', '5000.50', '', '700'].entries())
    await apply({ advanceAmount, state: index % 2 ? 'NY' : 'TX' }, slugs[index % 3] ?? '')
  const submissions = rowsOf(await get('/form/submissions', {}))
  for (const id of submissions) await registerSubmission(services, { id })
  for (const name of ['Ann', 'Bob']) await call(url, 'POST', '/role/create', { token: admin, body: { name } })
  until = new Date().toISOString()
})

const rowsOf = ({ body }: { body: Record<string, unknown> }) =>
  (Array.isArray(body.data) ? body.data : []).map((row: unknown) => (isRecord(row) ? String(row.id) : ''))

const get = (path: string, query: Query, token = admin) =>
  call(url, 'GET', `${path}?${new URLSearchParams(query).toString()}`, { token })

/** All ids from the first page to the last one, in pages of two. */
async function walk(path: string, query: Query, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = []
  let answer = await get(path, { ...query, range: '[0,1]' })
  for (;;) {
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    ids.push(...rowsOf(answer))
    await between()
    const { next } = answer.body
    if (typeof next !== 'string') return { ids, last: answer }
    answer = await get(path, { ...query, range: '[0,1]', after: next })
    expect(answer.headers.has('content-range')).toBe(false)
  }
}

const CASES = Object.entries(LISTS).flatMap(([path, fields]) =>
  ['id', ...fields].flatMap((field) => [[path, field, 'ASC'] as const, [path, field, 'DESC'] as const]),
)

it.each(CASES)(
  '%s by %s %s: cursors lead over every row once, forth and back',
  async (path, field, order) => {
    const query: Query = { sort: JSON.stringify([field, order]) }
    if (path === '/audit/get') query.filter = JSON.stringify({ to: until })
    const whole = rowsOf(await get(path, query))
    expect(whole.length).toBeGreaterThan(2)
    const forth = await walk(path, query)
    expect(forth.ids).toEqual(whole)

    const back: string[] = rowsOf(forth.last)
    let { prev } = forth.last.body
    while (typeof prev === 'string') {
      const { body } = await get(path, { ...query, range: '[0,1]', before: prev })
      back.unshift(...rowsOf({ body }))
      prev = body.prev
    }
    expect(back).toEqual(whole)
  },
)

describe('a list by several fields', () => {
  it.each([
    [
      '/form/submissions',
      [
        ['state', 'ASC'],
        ['amountRequested', 'DESC'],
      ],
    ],
    [
      '/form/submissions',
      [
        ['company', 'ASC'],
        ['user', 'DESC'],
        ['createdAt', 'ASC'],
      ],
    ],
    [
      '/user/get',
      [
        ['company', 'DESC'],
        ['lastSignInAt', 'ASC'],
        ['name', 'DESC'],
      ],
    ],
  ])('%s by %j is in their order, over cursors too', async (path, sort) => {
    const query = { sort: JSON.stringify(sort) }
    expect((await walk(path, query)).ids).toEqual(rowsOf(await get(path, query)))
  })

  it('orders equals by the next field', async () => {
    const sort = JSON.stringify([
      ['state', 'ASC'],
      ['amountRequested', 'DESC'],
    ])
    const { body } = await get('/form/submissions', { sort })
    const rows = Array.isArray(body.data) ? body.data : []
    expect(
      rows.map(({ formData, amountRequested }) => [JSON.parse(formData).state, amountRequested]),
    ).toEqual([
      ['NY', null],
      ['NY', null],
      ['TX', 5000.5],
      ['TX', 5000],
      ['TX', 700],
    ])
  })

  it('takes three fields at most', async () => {
    const sort = JSON.stringify(Array.from({ length: 4 }, () => ['name', 'ASC']))
    expect((await get('/user/get', { sort })).status).toBe(400)
  })
})

it('skips and repeats no row while others arrive', async () => {
  for (const order of ['ASC', 'DESC']) {
    const query = { sort: JSON.stringify(['createdAt', order]) }
    const there = rowsOf(await get('/form/submissions', query))
    const { ids } = await walk('/form/submissions', query, () => apply({}, slugs[0] ?? ''))
    expect(ids.filter((id) => there.includes(id))).toEqual(there)
    expect(new Set(ids).size).toBe(ids.length)
    if (order === 'DESC') expect(ids).toEqual(there)
  }
})

describe('a cursor', () => {
  const cursorOf = async (query: Query, path = '/user/get') =>
    String((await get(path, { ...query, range: '[0,0]' })).body.next)
  const encode = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const decode = (text: string): unknown[] => JSON.parse(Buffer.from(text, 'base64url').toString())

  it('belongs to its sort and filter', async () => {
    const query = { sort: '["name","ASC"]', filter: '{"q":"a"}' }
    const after = await cursorOf(query)
    expect((await get('/user/get', { ...query, after })).status).toBe(200)
    const others: Query[] = [{ sort: '["name","DESC"]' }, { filter: '{}' }, { before: after }]
    for (const other of others) {
      const { status, body } = await get('/user/get', { ...query, after, ...other })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    }
  })

  it.each([
    ['/user/get', ['name', 'ASC'], [1, null, true, 'a\u0000', '\ud800', {}, []]],
    ['/user/get', ['updatedAt', 'ASC'], ['x', 5, null, '-000001-01-01T00:00:00Z', '+275000-01-01T00:00:00Z']],
    ['/user/get', ['company', 'ASC'], [5, {}]],
    ['/role/get', ['userType', 'ASC'], ['root', null, 1]],
    ['/audit/get', ['at', 'ASC'], ['1; DROP', 1.5, null, 1e300]],
    ['/company/get', ['submittedForms', 'ASC'], ['1', 1.5, null]],
    ['/form/submissions', ['status', 'ASC'], ['0 OR TRUE', null, 'new', 1.5]],
    ['/form/submissions', ['amountRequested', 'ASC'], ['NaN', '1', {}]],
    ['/form/submissions', ['statusAt', 'ASC'], ['infinity', 'now', null]],
    ['/registration/get', ['number', 'ASC'], ['1', null, 1.5]],
  ])('%s by %j with a value that its column never holds is a 400', async (path, sort, values) => {
    const query = { sort: JSON.stringify(sort) }
    const [digest, total, , ...others] = decode(await cursorOf(query, path))
    for (const value of values) {
      const { status } = await get(path, { ...query, after: encode(digest, total, value, ...others) })
      expect([value, status]).toEqual([value, 400])
    }
    for (const after of ['', 'x', '{}', encode(), encode(digest, total), encode(digest, -1, ...others)])
      expect((await get(path, { ...query, after })).status).toBe(400)
  })

  it("reads no other company's rows", async () => {
    const sort = JSON.stringify(['createdAt', 'ASC'])
    const after = await cursorOf({ sort }, '/form/submissions')
    const token = await signIn(url, owner.email)
    const { body } = await get('/form/submissions', { sort, after }, token)
    const own = rowsOf(await get('/form/submissions', { sort }, token))
    expect(rowsOf({ body }).every((id) => own.includes(id))).toBe(true)
  })

  it('leads to the pages beside it in Link headers', async () => {
    const { headers } = await get('/v1/user/get', { range: '[1,1]', sort: '["name","ASC"]' })
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(next|prev)"/g)]
    expect(links.map(([, , rel]) => rel)).toEqual(['next', 'prev'])
    for (const [, target = ''] of links) {
      expect(target).toMatch(/^\/api\/v1\/user\/get\?/)
      const answer = await fetch(new URL(target, url), { headers: { authorization: `Bearer ${admin}` } })
      const body: unknown = await answer.json()
      expect(isRecord(body) && rowsOf({ body })).toHaveLength(1)
    }
  })
})

describe('filters by time', () => {
  it.each(['/company/get', '/user/get', '/role/get', '/team/get', '/form/submissions'])(
    '%s leaves out rows that have not changed since',
    async (path) => {
      const all = rowsOf(await get(path, {}))
      const since = async (time: string) =>
        rowsOf(await get(path, { filter: JSON.stringify({ updatedSince: time }) }))
      expect(await since('2020-01-01T00:00:00Z')).toEqual(all)
      expect(await since('0001-01-01T00:00:00+02:00')).toEqual(all)
      expect(await since('2100-01-01T00:00:00Z')).toEqual([])
    },
  )

  it.each([
    '/company/get',
    '/user/get',
    '/role/get',
    '/team/get',
    '/generated-link/get',
    '/form/submissions',
  ])("%s is narrowed to days of the row's company", async (path) => {
    const all = rowsOf(await get(path, {}))
    const of = async (filter: object) => rowsOf(await get(path, { filter: JSON.stringify(filter) }))
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    expect(await of({ createdFrom: day(-2), createdTo: day(1) })).toEqual(all)
    expect(await of({ createdTo: day(-2) })).toEqual([])
    expect(await of({ createdFrom: day(2) })).toEqual([])
  })
})
