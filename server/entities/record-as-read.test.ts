import { describe, expect, test } from 'vitest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
} from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

/** Every update accepts the record as it was read. */

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services, {
  notifyEmails: 'desk@acme.example, office@acme.example',
  allowedOrigins: ['https://www.acme.example'],
  requireOtp: false,
  retentionDays: 365,
})
const role = await makeRole(services, { companyId: company.id, permissions: ['page:main', 'page:forms'] })
const user = await makeUser(services, { companyId: company.id, roleId: role.id, slug: 'ann' })
const boss = await makeCompanyAdmin(services, company.id)
await services.db
  .system('test')
  .write((db) => db.company.update({ where: { id: company.id }, data: { leadId: user.id } }))
const link = await makeLink(services, company.id)
await submitApplication(url, await openFormSession(url, link.slug), {}, link.slug)
const token = await services.sessions.start(boss.id, { ip: '127.0.0.1', userAgent: 'test' })

const made = await call(url, 'POST', '/team/create', {
  token,
  body: { name: 'East', leader: boss.id, members: [user.id] },
})
const teamId = isRecord(made.body.data) ? String(made.body.data.id) : ''

const funder = await call(url, 'POST', '/funder/create', {
  token,
  body: { name: 'Bay', emails: ['deals@bay.example'], criteria: { minAmount: 5000, statesExcluded: ['CA'] } },
})
const funderId = isRecord(funder.body.data) ? String(funder.body.data.id) : ''

const ENTITIES = [
  { entity: 'company', id: company.id, path: `/company/update/${company.id}`, change: { submittedForms: 7 } },
  { entity: 'user', id: user.id, path: `/user/update/${user.id}`, change: { isAdmin: true } },
  { entity: 'role', id: role.id, path: `/role/update/${role.id}`, change: { isStatic: true } },
  { entity: 'team', id: teamId, path: '/team/update', change: { leaderName: 'Somebody' } },
  { entity: 'funder', id: funderId, path: `/funder/update/${funderId}`, change: { companyId: 'other' } },
  { entity: 'link', id: link.id, path: `/generated-link/update/${link.id}`, change: { slug: 'other' } },
]

async function read(entity: string, id: string): Promise<Record<string, unknown>> {
  const path = entity === 'link' ? 'generated-link' : entity
  const { status, body } = await call(url, 'GET', `/${path}/get/${id}`, { token })
  expect(status).toBe(200)
  if (!isRecord(body.data)) throw new Error('no record')
  return body.data
}

describe.each(ENTITIES)('a $entity', ({ entity, id, path, change }) => {
  test('that is sent back as it was read stays as it is, without a changed field in the audit log', async () => {
    const record = await read(entity, id)
    expect(await call(url, 'PUT', path, { token, body: record })).toMatchObject({
      status: 200,
      body: { data: record },
    })
    expect(await read(entity, id)).toEqual(record)
    const [entry] = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'desc' }, take: 1 }))
    expect(entry).toMatchObject({ act: `${entity}-updated`, detail: { before: {}, after: {} } })
  })

  test('is changed by the record as it was read with another name', async () => {
    const record = await read(entity, id)
    const key = entity === 'company' ? 'nameIn' : 'name'
    const changed = await call(url, 'PUT', path, { token, body: { ...record, [key]: 'Renamed' } })
    expect(changed).toMatchObject({ status: 200, body: { data: { [key]: 'Renamed' } } })
    expect(await call(url, 'PUT', path, { token, body: record })).toMatchObject({ status: 409 })
  })

  test('rejects another value of a read-only key, and an unknown key', async () => {
    const record = await read(entity, id)
    const [key = ''] = Object.keys(change)
    expect(await call(url, 'PUT', path, { token, body: { ...record, ...change } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [key]: expect.stringContaining(key) } },
    })
    expect(await call(url, 'PUT', path, { token, body: { ...record, nonsense: 1 } })).toMatchObject({
      status: 400,
      body: { fields: { nonsense: expect.any(String) } },
    })
    expect(await read(entity, id)).toEqual(record)
  })

  test('stores each text that it accepts', async () => {
    const stored: string[] = []
    for (const [key, value] of Object.entries(await read(entity, id))) {
      if (typeof value !== 'string' || key === 'id') continue
      const sent = { [key]: `${value}x` }
      const { status, body } = await call(url, 'PUT', path, { token, body: { id, ...sent } })
      if (status !== 200) continue
      expect(body.data).toMatchObject(sent)
      stored.push(key)
    }
    expect(stored).toContain(entity === 'company' ? 'nameIn' : 'name')
  })
})

test('a reference is an id or a record; an empty id and null mean none', async () => {
  const path = `/user/update/${user.id}`
  const record = await read('user', user.id)
  for (const [sent, stored] of [
    [{ role: null }, { role: null }],
    [{ role: { id: role.id, name: 'Ignored' } }, { role: { id: role.id } }],
    [{ role: { id: '' } }, { role: null }],
    [{ role: role.id }, { role: { id: role.id } }],
    [{ teams: [] }, { teams: [] }],
    [{ teams: [{ id: teamId }] }, { teams: [{ id: teamId }] }],
    [{ teams: record.teams, team: '' }, { teams: [] }],
  ]) {
    expect(await call(url, 'PUT', path, { token, body: sent })).toMatchObject({
      status: 200,
      body: { data: stored },
    })
  }
})
