import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeCompanyAdmin, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer()
const admin = await signIn(url, TEST_ADMIN.email)
const [one, other] = [await makeCompany(services), await makeCompany(services)]
const ofOne = await signIn(url, (await makeCompanyAdmin(services, one.id)).email)
const ofOther = await signIn(url, (await makeCompanyAdmin(services, other.id)).email)
let count = 0
const unique = () => `Known ${(count += 1)}`

const send = async (method: string, path: string, body?: object, token = admin) => {
  const answer = await call(url, method, path, { token, body })
  const record = (answer.body.data ?? answer.body) as Record<string, unknown> & {
    id: string
    fields?: object
  }
  return { status: answer.status, record }
}
const list = async (path: string, filter: object, token = admin): Promise<string[]> => {
  const { body } = await call(url, 'GET', `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`, {
    token,
  })
  return (body.data as { id: string }[]).map(({ id }) => id)
}

type Kind = { path: string; body: (companyId: string) => Promise<object> }
const OF_COMPANIES: Record<string, Kind> = {
  users: {
    path: 'user',
    body: async (company) => ({ name: 'Known', email: `${unique().replace(' ', '-')}@example.com`, company }),
  },
  links: {
    path: 'generated-link',
    body: async (companyId) => ({ companyId, userEmail: (await makeUser(services, { companyId })).email }),
  },
  funders: { path: 'funder', body: async (companyId) => ({ name: unique(), companyId }) },
}

describe.each(Object.entries(OF_COMPANIES))('the external id of %s', (_kind, { path, body }) => {
  const make = async (companyId: string, externalId: string, token?: string) =>
    send(
      'POST',
      `/${path}/create`,
      { ...(await body(companyId)), externalId, metadata: { source: 'crm' } },
      token,
    )

  it('is kept, read, found and removed', async () => {
    const externalId = unique()
    const { status, record } = await make(one.id, externalId)
    expect([status, record]).toMatchObject([200, { externalId, metadata: { source: 'crm' } }])
    expect(await list(`/${path}/get`, { externalId })).toEqual([record.id])
    expect(await list(`/${path}/get`, { externalId: 'none' })).toEqual([])
    const { id } = record
    const cleared = await send('PUT', `/${path}/update/${id}`, { externalId: '', metadata: {} })
    expect(cleared.record).toMatchObject({ externalId: null, metadata: {} })
    expect((await send('PUT', `/${path}/update/${id}`, { externalId })).record).toMatchObject({
      externalId,
      metadata: {},
    })
  })

  it('is a 409 where another record of the company has it', async () => {
    const externalId = unique()
    await make(one.id, externalId)
    const taken = { code: 'conflict', fields: { externalId: 'Another record has this externalId.' } }
    const again = await make(one.id, externalId, ofOne)
    expect([again.status, again.record]).toMatchObject([409, taken])
    const { id } = (await make(one.id, unique())).record
    const moved = await send('PUT', `/${path}/update/${id}`, { externalId }, ofOne)
    expect([moved.status, moved.record]).toMatchObject([409, taken])
  })

  it('tells nothing of another company', async () => {
    const externalId = unique()
    const { id } = (await make(one.id, externalId)).record
    expect(await list(`/${path}/get`, { externalId }, ofOther)).toEqual([])
    expect((await make(other.id, externalId, ofOther)).status).toBe(200)
    expect(await list(`/${path}/get`, { externalId }, ofOther)).not.toContain(id)
  })
})

describe('the external id of companies', () => {
  it('is unique over all, so that only administrators set it', async () => {
    const externalId = unique()
    const { record } = await send('POST', '/company/create', {
      nameIn: unique(),
      nameOut: 'Known',
      externalId,
    })
    expect(record).toMatchObject({ externalId, metadata: {} })
    const update = (body: object, token?: string) => send('PUT', `/company/update/${one.id}`, body, token)
    expect((await update({ externalId })).status).toBe(409)
    for (const wish of [externalId, unique()]) {
      const { status, record: refused } = await update({ externalId: wish }, ofOne)
      expect([status, Object.keys(refused.fields ?? {})]).toEqual([403, ['externalId']])
    }
    expect((await update({ externalId: null, metadata: { a: '1' } }, ofOne)).record.metadata).toEqual({
      a: '1',
    })
    expect(await list('/company/get', { externalId })).toEqual([record.id])
  })
})

describe('users without a company', () => {
  it('have external ids of their own', async () => {
    const externalId = unique()
    const make = () =>
      send('POST', '/user/create', {
        name: 'Known',
        email: `${unique().replace(' ', '-')}@example.com`,
        externalId,
      })
    expect([(await make()).status, (await make()).status]).toEqual([200, 409])
  })
})

describe('a link with an external id', () => {
  it('is the open one that has it, else a new one beside those of the user', async () => {
    const { email } = await makeUser(services, { companyId: one.id })
    const make = async (externalId?: string) =>
      (await send('POST', '/generated-link/create', { companyId: one.id, userEmail: email, externalId }))
        .record
    const [plain, known] = [await make(), unique()]
    const first = await make(known)
    expect(first.id).not.toBe(plain.id)
    expect((await make(known)).id).toBe(first.id)
    expect((await make(unique())).id).not.toBe(first.id)
    await send('DELETE', `/generated-link/delete/${first.id}`)
    expect(await make(known)).toMatchObject({ code: 'conflict' })
  })
})

describe('what is no external id or metadata', () => {
  it.each([
    [{ externalId: 'x'.repeat(201) }, 'externalId'],
    [{ externalId: 'a\u0000b' }, 'externalId'],
    [{ metadata: { a: 1 } }, 'metadata.a'],
    [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
    [{ metadata: { a: { b: 'c' } } }, 'metadata.a'],
    [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, ''])) }, 'metadata'],
    [
      { metadata: { ['k'.repeat(41)]: 'x' } },
      'metadata',
      'metadata has an entry whose name must have at most 40 characters.',
    ],
    [{ metadata: { '': 'x' } }, 'metadata', 'metadata has an entry without a name.'],
    [{ metadata: { 'a\u0000b': 'x' } }, 'metadata', 'Control characters cannot be used here'],
  ])('%j is refused', async (body, field, sentence = expect.any(String)) => {
    const { status, record } = await send('POST', '/funder/create', {
      name: unique(),
      companyId: one.id,
      ...body,
    })
    expect(status).toBe(400)
    expect(record.fields).toEqual({ [field]: sentence })
  })
})
