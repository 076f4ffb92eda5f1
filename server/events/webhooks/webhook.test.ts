import { expect, it } from 'vitest'
import { placeEvents } from '../../jobs/webhook.job.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { findAddresses, isPublicAddress } from './guarded-request.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
const create = (address: string) =>
  call(url, 'POST', '/webhook/create', { token, body: { url: address, events: ['pdf.ready'] } })

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '0.0.0.0',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  'fe80::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
])('calls nothing at %s, which is not public', async (address) => {
  expect(isPublicAddress(address)).toBe(false)
  await expect(findAddresses(address.includes(':') ? `[${address}]` : address, false)).rejects.toThrow()
})

it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('may call %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  'http://8.8.8.8/',
  'https://user:pass@8.8.8.8/',
  'ftp://8.8.8.8/',
  'hook',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://169.254.169.254/latest/meta-data',
])('refuses the address %s', async (address) => {
  const { status, body } = await create(address)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['url']])
})

it('shows its secret once, is changed and deleted, and is in the log without the secret', async () => {
  const made = await create('https://8.8.8.8/hook')
  const { id, secret, updatedAt, ...rest } = made.body.data as Record<string, string>
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const read = async () => (await call(url, 'GET', `/webhook/get/${id}`, { token })).body.data
  expect(await read()).toEqual({ id, updatedAt, ...rest })
  const put = (body: object) => call(url, 'PUT', `/webhook/update/${id}`, { token, body })
  const changed = await put({ ...((await read()) as object), events: ['request.answered'] })
  expect(changed.body.data).toMatchObject({ events: ['request.answered'], active: true })
  expect((await put({ active: false, updatedAt })).status).toBe(409)
  expect((await put({ active: false })).body.data).toMatchObject({ active: false })
  expect((await call(url, 'DELETE', `/webhook/delete/${id}`, { token })).status).toBe(200)
  const entries = await services.db
    .system('test')
    .write((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))
  expect(entries.map(({ act }) => act)).toEqual([
    'webhook-created',
    'webhook-updated',
    'webhook-updated',
    'webhook-deleted',
  ])
  expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain('whsec')
})

it('misses no event of a transaction that commits after a later one, and no other company’s shows', async () => {
  const event = { companyId: company.id, type: 'pdf.ready', submissionId: 'one' }
  const after = async (id = '') => {
    const answered = await call(url, 'GET', `/events${id && `?after=${id}`}`, { token })
    return (answered.body.data as { id: string }[]).map((each) => each.id)
  }
  const add = (id: string, companyId = company.id) =>
    services.db.system('test').write((db) => db.event.create({ data: { ...event, id, companyId } }))
  await services.db.connections.system.client().$transaction(async (tx) => {
    await tx.event.create({ data: { ...event, id: 'slow' } })
    await add('quick')
    await add('foreign', (await makeCompany(services)).id)
    await placeEvents(services.db)
    expect(await after()).toEqual(['quick'])
  })
  await placeEvents(services.db)
  expect(await after()).toEqual(['quick', 'slow'])
  expect(await after('quick')).toEqual(['slow'])
  expect(await after('slow')).toEqual([])
  for (const unknown of ['foreign', 'gone', '', 'x'.repeat(200)]) {
    const refused = await call(url, 'GET', `/events?after=${unknown}`, { token })
    expect([refused.status, refused.body.code]).toEqual([400, 'events_expired'])
    expect(refused.body.fields).toMatchObject({ after: expect.stringContaining('kept for 30 days') })
  }
})

it('lists events of one type, and of one company', async () => {
  const event = { companyId: company.id, submissionId: 'typed' }
  await services.db.system('test').write(async (db) => {
    for (const type of ['note.added', 'task.due'])
      await db.event.create({ data: { ...event, type, id: `typed ${type}` } })
  })
  await placeEvents(services.db)
  const list = async (query: string) => {
    const { status, body } = await call(url, 'GET', `/events?${query}`, { token })
    const rows = (body.data ?? []) as { id: string; data: { submissionId: string } }[]
    return [status, rows.filter(({ data }) => data.submissionId === 'typed').map(({ id }) => id)]
  }
  expect(await list('type=task.due')).toEqual([200, ['typed task.due']])
  expect(await list(`type=task.due&companyId=${company.id}`)).toEqual([200, ['typed task.due']])
  expect(await list('companyId=another')).toEqual([200, []])
  expect(await list('type=nothing')).toEqual([400, []])
})
