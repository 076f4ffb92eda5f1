import { expect, it } from 'vitest'
import { call } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { makeWorld, type Tenant } from './matrix-world.ts'

/** The filters of lists by ids, as ra-data-simple-rest sends them: each narrows what the caller sees anyway. */

const { url, services } = await startTestServer({ seedDemo: false })
const world = await makeWorld(url, services)
for (const { team, user } of [world.a, world.b])
  await services.db.system('test').write((db) =>
    db.team.update({
      where: { id: team },
      data: { leaderId: user, members: { create: { userId: user } } },
    }),
  )
await services.db.system('test').write(async (db) => {
  for (const { company, user, role } of [world.a, world.b]) {
    await db.company.update({ where: { id: company }, data: { leadId: user } })
    await db.user.update({ where: { id: user }, data: { roleId: role } })
  }
})

/** Of each list: what of a company shows in it, and the references it is filtered by. */
const LISTS: Record<string, { row: keyof Tenant; by: Record<string, keyof Tenant> }> = {
  '/company/get': { row: 'company', by: { leadId: 'user' } },
  '/user/get': { row: 'user', by: { companyId: 'company', roleId: 'role', teamId: 'team' } },
  '/team/get': { row: 'team', by: { companyId: 'company', leaderId: 'user' } },
  '/funder/get': { row: 'funder', by: { companyId: 'company' } },
  '/role/get': { row: 'role', by: { companyId: 'company' } },
  '/generated-link/get': { row: 'link', by: { companyId: 'company', userId: 'user' } },
  '/form/submissions': { row: 'submission', by: { companyId: 'company', linkId: 'link' } },
  '/audit/get': { row: 'auditEntry', by: { companyId: 'company', objectId: 'submission' } },
}
const NAMES = ['/company/names', '/user/names', '/role/names', '/team/names', '/audit/people']

async function list(path: string, caller: 'admin' | 'companyA', query: Record<string, unknown>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, JSON.stringify(value))
  const { status, body } = await call(url, 'GET', `${path}?${search}`, {
    token: world.callers[caller]?.token ?? '',
  })
  const rows = (body.data ?? []) as { id: string }[]
  return { status, ids: rows.map(({ id }) => id), total: body.total }
}

const CASES = Object.entries(LISTS).flatMap(([path, { row, by }]) =>
  Object.entries(by).map(([key, kind]) => [path, key, row, kind] as const),
)

it.each(CASES)('%s narrows to a %s, and to nothing of another company', async (path, key, row, kind) => {
  const wanted = { filter: { [key]: world.b[kind] } }
  const all = await list(path, 'admin', wanted)
  expect(all.ids).toContain(world.b[row])
  expect(all.ids).not.toContain(world.a[row])
  expect(await list(path, 'companyA', wanted)).toMatchObject({ status: 200, ids: [], total: 0 })
  expect((await list(path, 'companyA', { filter: { [key]: world.a[kind] } })).ids).toContain(world.a[row])
})

it.each(Object.entries(LISTS))(
  '%s answers the records of given ids, in the order of ids',
  async (path, { row }) => {
    const [one, other] = [world.a[row], world.b[row]]
    const query = { filter: { id: [one, other, 'nothing'] }, sort: ['id', 'ASC'] }
    const sorted = (await list(path, 'admin', query)).ids
    expect(sorted.toSorted()).toEqual([one, other].toSorted())
    expect((await list(path, 'admin', { ...query, sort: ['id', 'DESC'] })).ids).toEqual(sorted.toReversed())
    expect((await list(path, 'companyA', query)).ids).toEqual([one])
    expect((await list(path, 'admin', { filter: { id: one } })).ids).toEqual([one])
  },
)

it.each([...Object.keys(LISTS), ...NAMES])(
  '%s sorts by id and rejects a filter it does not know',
  async (path) => {
    const { status, ids } = await list(path, 'admin', { sort: ['id', 'ASC'] })
    expect(status).toBe(200)
    const inOrder = path === '/audit/get' ? ids.toSorted((a, b) => Number(a) - Number(b)) : ids.toSorted()
    expect(ids).toEqual(inOrder)
    expect((await list(path, 'admin', { filter: { unknownId: 'x' } })).status).toBe(400)
  },
)

it.each([...Object.keys(LISTS), ...NAMES])('%s is searched by years that no database holds', async (path) => {
  for (const q of ['0', '0000', '0000-01-01', '9', '9999-12-31'])
    expect((await list(path, 'admin', { filter: { q } })).status).toBe(200)
})

it('the audit log is narrowed to times that no database holds', async () => {
  for (const time of ['0000-01-01', '0000-01-01T00:00:00Z', '9999-12-31'])
    for (const key of ['from', 'to'])
      expect((await list('/audit/get', 'companyA', { filter: { [key]: time } })).status).toBe(200)
  expect((await list('/audit/get', 'admin', { filter: { to: '0000-01-01' } })).total).toBe(0)
})

it.each(Object.keys(LISTS))('%s holds nothing where no column can contain the text', async (path) => {
  for (const columns of [[], path === '/audit/get' ? ['at'] : []])
    expect(await list(path, 'admin', { filter: { q: 'acme', columns } })).toMatchObject({
      status: 200,
      total: 0,
    })
})
