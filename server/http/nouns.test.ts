import { describe, expect, it } from 'vitest'
import simpleRestProvider from 'ra-data-simple-rest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeApiKey, makeCompany, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email)
const api = `${url}/api/v1`

type Options = { method?: string; headers?: Headers; body?: string; signal?: AbortSignal }
/** What React-admin's own `fetchJson` does, with a token. */
async function httpClient(address: string, options: Options = {}) {
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/json')
  headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const answer = await fetch(address, { ...options, headers })
  const text = await answer.text()
  const json: any = text === '' ? undefined : JSON.parse(text) // eslint-disable-line @typescript-eslint/no-explicit-any
  if (!answer.ok) throw new Error(`${answer.status} ${isRecord(json) ? json.message : text}`)
  return { status: answer.status, headers: answer.headers, body: text, json }
}
const provider = simpleRestProvider(api, httpClient)

const company = await makeCompany(services)
const { id: companyId } = company
const user = await makeUser(services, { companyId })
const { id: submissionId } = (await submitApplication(url, await openFormSession(url))).body.data ?? { id: '' }
let count = 0
const unique = () => `Noun ${(count += 1)}`

/** What a record of each kind is made and changed with; null: no method does that. */
const KINDS: Record<string, { made: (() => Promise<object>) | null; changed: (() => object) | null; of: object }> = {
  companies: { made: async () => ({ nameIn: unique(), nameOut: 'Noun' }), changed: () => ({ nameIn: unique() }), of: { q: 'Noun' } },
  users: { made: async () => ({ name: unique(), email: `${unique().replace(' ', '-')}@example.com`, company: companyId }), changed: () => ({ name: unique() }), of: { company: companyId } },
  roles: { made: async () => ({ name: unique(), companyId }), changed: () => ({ name: unique() }), of: { company: companyId } },
  teams: { made: async () => ({ name: unique(), leader: user.id }), changed: () => ({ name: unique() }), of: { leader: user.id } },
  links: { made: async () => ({ companyId, userEmail: user.email, externalId: unique() }), changed: () => ({ name: unique() }), of: { company: companyId } },
  funders: { made: async () => ({ name: unique(), companyId }), changed: () => ({ note: unique() }), of: { company: companyId } },
  submissions: { made: null, changed: null, of: {} },
}

describe.each(Object.entries(KINDS))('%s by a plain ra-data-simple-rest', (noun, { made, changed, of }) => {
  const pagination = { page: 1, perPage: 5 }
  const sort = { field: 'id', order: 'ASC' as const }
  const create = async () => {
    if (made === null) return { id: submissionId }
    return (await provider.create(noun, { data: await made() })).data as { id: string }
  }

  it('getList', async () => {
    const { id } = await create()
    const { data, total } = await provider.getList(noun, { pagination: { page: 1, perPage: 1 }, sort, filter: {} })
    expect(data).toHaveLength(1)
    expect(total).toBeGreaterThanOrEqual(1)
    const named = await provider.getList(noun, { pagination, sort, filter: { id } })
    expect(named).toMatchObject({ data: [{ id }], total: 1 })
    const none = await provider.getList(noun, { pagination, sort, filter: { q: 'nothing has this text' } })
    expect(none).toMatchObject({ data: [], total: 0 })
  })
  it('getOne', async () => {
    const { id } = await create()
    expect((await provider.getOne(noun, { id })).data).toMatchObject({ id })
  })
  it('getMany', async () => {
    const ids = [await create(), await create()].map(({ id }) => id)
    const { data } = await provider.getMany(noun, { ids })
    expect(data.map(({ id }) => id as string).toSorted()).toEqual([...new Set(ids)].toSorted())
  })
  it('getManyReference', async () => {
    const { id } = await create()
    const [[target = 'id', value] = []] = Object.entries<string>({ ...of })
    const asked = { target, id: value ?? id, pagination: { page: 1, perPage: 100 }, sort, filter: {} }
    const { data } = await provider.getManyReference(noun, asked)
    expect(data.map((row) => row.id as string)).toContain(id)
  })
  it('create', async () => {
    if (made === null) return
    const { id } = await create()
    expect((await provider.getOne(noun, { id })).data).toMatchObject({ id })
    const answer = await httpClient(`${api}/${noun}`, { method: 'POST', body: JSON.stringify(await made()) })
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/${noun}/${answer.json.id}`])
  })
  const refused = { rejects: expect.objectContaining({ message: expect.stringContaining('405') as string }) as unknown }
  it('update', async () => {
    const { id } = await create()
    const previousData = (await provider.getOne(noun, { id })).data
    const update = (data: object) => provider.update(noun, { id, data, previousData })
    if (changed === null) return expect(update({})).rejects.toThrow('405')
    const data = { ...previousData, ...changed() }
    const { data: after } = await update(data)
    const { updatedAt: _at, ...rest } = data as Record<string, unknown>
    expect(after).toMatchObject(rest)
    await expect(update({ ...data, ...changed() })).rejects.toThrow('409')
  })
  it('updateMany', async () => {
    const ids = [(await create()).id, (await create()).id]
    const update = (data: object) => provider.updateMany(noun, { ids, data })
    if (changed === null) return expect(update({})).rejects.toThrow('405')
    const [[key = '', value] = []] = Object.entries<unknown>({ ...changed() })
    const isShared = noun !== 'companies' && noun !== 'funders'
    expect((await update(isShared ? { [key]: value } : { ...changed() })).data).toEqual(ids)
  })
  it('delete', async () => {
    const { id } = await create()
    const remove = provider.delete(noun, { id })
    if (made === null) return expect(remove).rejects.toThrow('405')
    expect((await remove).data).toMatchObject({ id })
    const after = provider.getOne(noun, { id })
    if (noun === 'users') expect((await after).data).toMatchObject({ id, active: false })
    else if (noun === 'links') expect((await after).data.closedAt).not.toBeNull()
    else await expect(after).rejects.toThrow('404')
  })
  it('deleteMany', async () => {
    const ids = [(await create()).id, (await create()).id]
    const remove = provider.deleteMany(noun, { ids })
    if (made === null) return expect(remove).rejects.toThrow('405')
    expect((await remove).data).toEqual(ids)
  })
})
