import { beforeAll, describe, expect, it } from 'vitest'
import { submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

/** 8 PM in New York, the next day in Tokyo. */
const AT = new Date('2020-06-15T00:00:00Z')
const ZONES = { newYork: 'America/New_York', tokyo: 'Asia/Tokyo' } as const

type Rows = { company: string; user: string; team: string; role: string; link: string; submission: string }
type Row = { id: string; objectId?: string; timeZone: string }

/** A company with one row of each kind, all of that moment, and an admin of it. */
async function makeRows(timeZone: string): Promise<{ rows: Rows; token: string }> {
  const { id: companyId } = await makeCompany(services, { timeZone })
  const boss = await makeCompanyAdmin(services, companyId)
  const token = await signIn(url, boss.email)
  const user = await makeUser(services, { companyId, updatedAt: AT })
  const role = await makeRole(services, { companyId })
  const link = await makeLink(services, companyId, { createdAt: AT })
  const { body } = await submitApplication(url, undefined, {}, link.slug)
  const id = body.data?.id ?? ''
  const team = await services.db
    .system('test')
    .write((db) => db.team.create({ data: { name: 'East', companyId, updatedAt: AT } }))
  await services.db.system('test').write(async (db) => {
    await db.role.update({ where: { id: role.id }, data: { updatedAt: AT } })
    await db.formSubmission.update({ where: { id }, data: { createdAt: AT } })
    await db.auditEntry.create({
      data: { act: 'link-created', objectType: 'link', objectId: link.id, companyId, at: AT },
    })
    await db.company.update({ where: { id: companyId }, data: { updatedAt: AT } })
  })
  return {
    token,
    rows: { company: companyId, user: user.id, team: team.id, role: role.id, link: link.id, submission: id },
  }
}

const [newYork, tokyo] = [await makeRows(ZONES.newYork), await makeRows(ZONES.tokyo)]

const LISTS = [
  ['company', '/company/get', 'updatedAt'],
  ['user', '/user/get', 'updatedAt'],
  ['team', '/team/get', 'updatedAt'],
  ['role', '/role/get', 'updatedAt'],
  ['link', '/generated-link/get', 'createdAt'],
  ['submission', '/form/submissions', 'createdAt'],
] as const

async function search(path: string, filter: object, token: string): Promise<Row[]> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) })
  const { body } = await call(url, 'GET', `${path}?${query}`, { token })
  return body.data as Row[]
}

describe.each(LISTS)('the list of each %s', (kind, path, column) => {
  const find = async (q: string, token: string) =>
    (await search(path, { q, columns: [column] }, token)).map(({ id, timeZone }) => ({ id, timeZone }))
  const [east, far] = [
    { id: newYork.rows[kind], timeZone: ZONES.newYork },
    { id: tokyo.rows[kind], timeZone: ZONES.tokyo },
  ]

  it("is searched by the day in the time zone of each row's own company, which rows name", async () => {
    expect(await find('2020-06-14', admin)).toEqual([east])
    expect(await find('2020-06-15', admin)).toEqual([far])
    const month = await find('2020-06', admin)
    expect(month).toHaveLength(2)
    expect(month).toEqual(expect.arrayContaining([east, far]))
  })

  it('is searched alike by the users of one company', async () => {
    expect(await find('2020-06-14', newYork.token)).toEqual([east])
    expect(await find('2020-06-15', newYork.token)).toEqual([])
    expect(await find('2020-06-15', tokyo.token)).toEqual([far])
    expect(await find('2020-06-14', tokyo.token)).toEqual([])
  })
})

describe('the audit log', () => {
  const find = async (filter: object) =>
    (await search('/audit/get', filter, admin)).map(({ objectId, timeZone }) => ({ objectId, timeZone }))
  const [east, far] = [
    { objectId: newYork.rows.link, timeZone: ZONES.newYork },
    { objectId: tokyo.rows.link, timeZone: ZONES.tokyo },
  ]
  beforeAll(() =>
    services.db
      .system('test')
      .write((db) =>
        db.auditEntry.create({ data: { act: 'signed-in', objectType: 'user', objectId: 'nobody', at: AT } }),
      ),
  )
  const none = { objectId: 'nobody', timeZone: ZONES.newYork }

  it("is searched by the day of each entry's company; entries of no company have the default zone", async () => {
    const on = (q: string) => find({ q, columns: ['at'] })
    expect(await on('2020-06-14')).toEqual([none, east])
    expect(await on('2020-06-15')).toEqual([far])
  })

  it('is narrowed to days in the same zones', async () => {
    expect(await find({ from: '2020-06-14', to: '2020-06-14' })).toEqual([none, east])
    expect(await find({ from: '2020-06-15', to: '2020-06-15' })).toEqual([far])
    const at = AT.toISOString()
    expect(await find({ from: at, to: '2020-06-15T00:00:00.001Z' })).toEqual([none, far, east])
  })
})

describe("a company's time zone", () => {
  const update = (body: object) =>
    call(url, 'PUT', `/company/update/${newYork.rows.company}`, { token: newYork.token, body })

  it('is America/New_York unless another is set', async () => {
    const made = await call(url, 'POST', '/company/create', {
      token: admin,
      body: { nameIn: 'Default', nameOut: 'Default' },
    })
    expect(made.body.data).toMatchObject({ timeZone: 'America/New_York' })
    const set = await call(url, 'POST', '/company/create', {
      token: admin,
      body: { nameIn: 'West', nameOut: 'West', timeZone: 'America/Los_Angeles' },
    })
    expect(set.body.data).toMatchObject({ timeZone: 'America/Los_Angeles' })
  })

  it('is changed by its own admin and refused when unknown', async () => {
    expect((await update({ timeZone: 'America/Chicago' })).body.data).toMatchObject({
      timeZone: 'America/Chicago',
    })
    expect((await update({ timeZone: 'aMERICA/chicago' })).body.data).toMatchObject({
      timeZone: 'America/Chicago',
    })
    expect(await update({ timeZone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { fields: { timeZone: 'Choose a time zone such as America/New_York.' } },
    })
    expect((await update({ timeZone: 'America/New_York' })).status).toBe(200)
  })
})
