import { expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const role = await makeRole(services, { companyId: company.id, permissions: ['page:forms'] })
const staff = async () =>
  signIn(url, (await makeUser(services, { companyId: company.id, roleId: role.id })).email)
const [ann, bob] = [await staff(), await staff()]
const boss = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
const elsewhere = await signIn(
  url,
  (await makeCompanyAdmin(services, (await makeCompany(services)).id)).email,
)
const house = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

type Shown = { id: string; name: string; canChange: boolean; filter: object }
const names = async (token: string) =>
  ((await call(url, 'GET', '/form/views', { token })).body.data as Shown[]).map(({ name }) => name)
const save = (token: string, body: object) => call(url, 'POST', '/form/views', { token, body })
const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as Shown).id

it('shows a view to its owner, and a shared one to the company', async () => {
  const filter = { status: ['new'], ownerId: 'me', amountFrom: 5000 }
  const saved = await save(ann, { name: 'My new ones', filter, sort: ['merchant', 'ASC'] })
  expect(saved.body.data).toMatchObject({
    name: 'My new ones',
    shared: false,
    filter,
    sort: ['merchant', 'ASC'],
  })
  await save(ann, { name: 'For all', shared: true })
  expect(await names(ann)).toEqual(['For all', 'My new ones'])
  for (const token of [bob, boss]) expect(await names(token)).toEqual(['For all'])
  for (const token of [elsewhere, house]) expect(await names(token)).toEqual([])
})

it('lets its owner and company administrators change and delete a shared one, and records that', async () => {
  const id = idOf(await save(ann, { name: 'Shared', shared: true }))
  const change = (token: string) =>
    call(url, 'PUT', `/form/views/${id}`, { token, body: { name: 'Renamed', shared: true } })
  expect([(await change(bob)).status, (await change(elsewhere)).status]).toEqual([403, 404])
  expect([(await change(ann)).status, (await change(boss)).status]).toEqual([200, 200])
  expect((await call(url, 'DELETE', `/form/views/${id}`, { token: bob })).status).toBe(403)
  expect((await call(url, 'DELETE', `/form/views/${id}`, { token: boss })).status).toBe(200)
  const acts = await asSystem(services.db, 'test', (db) =>
    db.auditEntry.findMany({ where: { objectType: 'view', objectId: id }, orderBy: { id: 'asc' } }),
  )
  expect(acts.map(({ act }) => act)).toEqual(['view-shared', 'view-shared', 'view-shared', 'view-deleted'])
})

it('holds no search text, takes a name once per owner, and fifty of one owner', async () => {
  expect((await save(bob, { name: 'Search', filter: { q: 'Jane Roe' } })).status).toBe(400)
  expect((await save(bob, { name: 'Mine' })).status).toBe(200)
  expect(await save(bob, { name: 'Mine' })).toMatchObject({
    status: 400,
    body: { fields: { name: expect.any(String) } },
  })
  expect((await save(ann, { name: 'Mine' })).status).toBe(200)
  for (let number = 1; number < 50; number++) await save(bob, { name: `View ${number}` })
  expect((await save(bob, { name: 'One more' })).status).toBe(409)
})
