import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { eventually } from '../jobs/jobs.fixture.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false, role: 'all' })
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
  const acts = await services.db
    .system('test')
    .write((db) =>
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

it.each([
  ['is inactive', () => ({ active: false })],
  ['has a role without it', (_companyId: string, bareRole: string) => ({ roleId: bareRole })],
  ['has no role', () => ({ roleId: null })],
  ['has gone to another company', (companyId: string) => ({ companyId, roleId: null })],
])(
  'stops a shared view whose maker %s, mails the admins once, and runs again once taken over',
  async (_why, loss) => {
    const { id: companyId } = await makeCompany(services)
    const { id: roleId } = await makeRole(services, { companyId, permissions: ['page:forms'] })
    const { id: bareRole } = await makeRole(services, { companyId, permissions: ['page:main'] })
    const makeStaff = (name: string) => makeUser(services, { name, companyId, roleId })
    const [maker, colleague] = [await makeStaff('Ann Smith'), await makeStaff('Bob')]
    const admin = await makeCompanyAdmin(services, companyId)
    const [mine, theirs, chief] = [
      await signIn(url, maker.email),
      await signIn(url, colleague.email),
      await signIn(url, admin.email),
    ]
    const id = idOf(await save(mine, { name: 'Ours', shared: true, filter: { status: ['new'] } }))
    await save(chief, { name: 'Ours' })
    const takeOver = (token: string) => call(url, 'POST', `/form/views/${id}/take-over`, { token })
    expect((await takeOver(chief)).status).toBe(409)
    const data = loss((await makeCompany(services)).id, bareRole)
    await services.db.system('test').write((db) => db.user.update({ where: { id: maker.id }, data }))

    for (let times = 0; times < 2; times++) {
      expect(await names(theirs)).toEqual([])
      const { body } = await call(url, 'GET', '/form/views', { token: chief })
      expect(body.data).toContainEqual(
        expect.objectContaining({ id, stopped: true, owner: { id: maker.id, name: 'Ann Smith' } }),
      )
    }
    await eventually(async () => (await mailsTo(services, admin.email)).length > 0)
    expect((await mailsTo(services, admin.email)).join()).toContain('shared view')
    // The maker's rights come back; a view that has stopped stays stopped until a person starts it again.
    const before = { active: true, roleId, companyId }
    await services.db.system('test').write((db) => db.user.update({ where: { id: maker.id }, data: before }))
    expect(await names(theirs)).toEqual([])

    expect([(await takeOver(theirs)).status, (await takeOver(elsewhere)).status]).toEqual([403, 404])
    const many = Array.from({ length: LIMITS.views - 1 }, (_, at) => `One of many ${at}`)
    const owned = { ownerId: admin.id, companyId, query: {} }
    await services.db
      .system('test')
      .write((db) => db.savedView.createMany({ data: many.map((name) => ({ ...owned, name })) }))
    expect((await takeOver(chief)).status).toBe(409)
    await services.db.system('test').write((db) => db.savedView.deleteMany({ where: { name: { in: many } } }))
    expect((await takeOver(chief)).body.data).toMatchObject({
      stopped: false,
      name: 'Ours (Ann Smith)',
      filter: { status: ['new'] },
      owner: { id: admin.id },
    })
    expect(await names(theirs)).toEqual(['Ours (Ann Smith)'])
    const acts = await services.db
      .system('test')
      .write((db) =>
        db.auditEntry.findMany({ where: { objectType: 'view', objectId: id }, orderBy: { id: 'asc' } }),
      )
    expect(acts.map(({ act }) => act)).toEqual(['view-shared', 'view-disabled', 'view-shared'])
    expect(await mailsTo(services, admin.email)).toHaveLength(1)
  },
)
