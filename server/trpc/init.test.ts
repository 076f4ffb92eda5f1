import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../jobs/jobs.fixture.ts'
import { call, makeCompanyAdmin, makeCompany, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const [eager, other] = await Promise.all(
  [1, 2].map(async () => signIn(url, (await makeCompanyAdmin(services, company.id)).email)),
)
const client = new pg.Client({ connectionString: adminUrl })
await client.connect()
afterAll(() => client.end())

it('leaves connections to others, however much one user asks for', async () => {
  await client.query('BEGIN; LOCK TABLE "Webhook" IN ACCESS EXCLUSIVE MODE')
  const lists = Array.from({ length: 30 }, () => call(url, 'GET', '/webhook/get', { token: eager }))
  await eventually(async () => {
    const waiting = await client.query(`SELECT FROM pg_locks WHERE NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`)
    return (waiting.rowCount ?? 0) >= 6
  })
  expect((await call(url, 'GET', '/company/get', { token: other })).status).toBe(200)
  await client.query('ROLLBACK')
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200)
})
