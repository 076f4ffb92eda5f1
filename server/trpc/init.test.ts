import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../jobs/jobs.fixture.ts'
import { call, makeApiKey, makeCompanyAdmin, makeCompany, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const [eager, other] = await Promise.all(
  [1, 2].map(async () => signIn(url, (await makeCompanyAdmin(services, company.id)).email)),
)
const client = new pg.Client({ connectionString: adminUrl })
await client.connect()
afterAll(() => client.end())

const LOCK = 'BEGIN; LOCK TABLE "Webhook" IN ACCESS EXCLUSIVE MODE'
const SHORT = '/webhook/get?range=[0,9]'

async function waiting(): Promise<number> {
  const { rowCount } = await client.query(`SELECT FROM pg_locks WHERE NOT granted AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rowCount ?? 0
}

it('leaves connections to others, however much one user asks for', async () => {
  await client.query(LOCK)
  const lists = Array.from({ length: 30 }, () => call(url, 'GET', SHORT, { token: eager }))
  await eventually(async () => (await waiting()) >= 6)
  expect((await call(url, 'GET', '/company/get', { token: other })).status).toBe(200)
  await client.query('ROLLBACK')
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
})

it.each(['', '?range=[0,999]'])('makes one list like /webhook/get%s of a user at a time', async (range) => {
  await client.query(LOCK)
  const lists = Array.from({ length: 4 }, () => call(url, 'GET', `/webhook/get${range}`, { token: eager }))
  await eventually(async () => (await waiting()) > 0)
  expect((await call(url, 'GET', '/company/get?range=[0,9]', { token: eager })).status).toBe(200)
  expect(await waiting()).toBe(1)
  await client.query('ROLLBACK')
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
})

it('makes one long list at a time for all keys of a user, beside one for the user', async () => {
  const boss = await makeCompanyAdmin(services, company.id)
  const [token, ...keys] = await Promise.all([
    signIn(url, boss.email),
    ...[1, 2, 3].map(() => makeApiKey(services, boss.id, ['company:update'], { companyId: company.id })),
  ])
  await client.query(LOCK)
  const list = (by: string) => call(url, 'GET', '/webhook/get', { token: by })
  const lists = keys.map(list)
  await eventually(async () => (await waiting()) > 0)
  for (const key of keys) expect((await call(url, 'GET', '/health/live', { token: key })).status).toBe(200)
  expect(await waiting()).toBe(1)
  lists.push(list(token))
  await eventually(async () => (await waiting()) === 2)
  await client.query('ROLLBACK')
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
})

it('asks nothing for a client that left while its call waited', async () => {
  await client.query(LOCK)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${eager}` }
  const left = Array.from({ length: 30 }, () =>
    fetch(`${url}/api${SHORT}`, { headers, signal: leaving.signal }).catch(() => 'left'),
  )
  await eventually(async () => (await waiting()) >= 6)
  leaving.abort()
  expect(await Promise.all(left)).toEqual(left.map(() => 'left'))
  expect((await call(url, 'GET', '/company/get', { token: other })).status).toBe(200)
  // Behind the calls that have begun, and before all others.
  const next = new pg.Client({ connectionString: adminUrl })
  await next.connect()
  const locked = next.query(LOCK)
  await eventually(async () => (await waiting()) >= 7)
  await client.query('ROLLBACK')
  await locked
  const list = call(url, 'GET', SHORT, { token: eager })
  await eventually(async () => (await waiting()) > 0)
  expect((await call(url, 'GET', '/company/get', { token: other })).status).toBe(200)
  expect(await waiting()).toBe(1)
  await next.end()
  expect((await list).status).toBe(200)
})
