import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { startBucket } from '../../test/support/bucket.ts'
import { databaseLine } from '../../test/support/database-line.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../../test/support/factories.ts'
import { startReplica } from '../../test/support/replica.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { startScratchPostgres } from './scratch-postgres.ts'

const primary = await startScratchPostgres()
afterAll(() => primary.stop())
const shared = { databaseUrl: primary.url, encryptionKey: randomBytes(32), storageUrl: await startBucket() }
await (await startTestServer(shared)).stop()
const replica = await startReplica(primary)
afterAll(() => replica.remove())
const line = await databaseLine(replica.url)
const [one, two] = [
  await startTestServer({ ...shared, databaseReplicaUrl: line.url }),
  await startTestServer({ ...shared, databaseReplicaUrl: line.url }),
]
const token = await signIn(one.url, TEST_ADMIN.email, TEST_ADMIN.password)

const readsReplica = () =>
  one.services.db.system('test').read(async (db) => {
    const [row] = await db.$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery() AS is`
    return row?.is
  })

const health = async () => {
  const { status, body } = await call(one.url, 'GET', '/health/ready')
  return { status, degraded: isRecord(body.data) ? body.data.degraded : null }
}
const becomesUsed = () =>
  expect.poll(health, { timeout: 30_000, interval: 100 }).toEqual({ status: 200, degraded: undefined })
const becomesUnused = () =>
  expect.poll(health, { timeout: 10_000, interval: 100 }).toEqual({ status: 200, degraded: ['replica'] })
const said = (text: string) => one.log.filter((entry) => entry.includes(text)).length
const LOST = 'the replica is not used'

const READS = [
  '/dashboard',
  '/form/submissions',
  '/form/submissions?filter={"q":"Acme"}',
  '/form/board',
  '/form/submissions/counts',
  '/form/submissions/arrivals',
  '/form/export',
  '/audit/get',
  '/audit/export',
  '/audit/people',
  '/company/get',
  '/user/get',
  '/generated-link/get',
]

const read = async (url: string, pathname: string) => {
  const answer = await fetch(`${url}/api${pathname}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.text()
  return [pathname, answer.status]
}

/** The company as it is listed, on either node. */
async function listed(url: string, id: string) {
  const { body } = await call(url, 'GET', `/company/get?filter=${JSON.stringify({ id: [id] })}`, { token })
  return Array.isArray(body.data) ? (body.data as { nameOut: string }[]).map(({ nameOut }) => nameOut) : body
}

async function rename(url: string, nameOut: string): Promise<string> {
  const { id } = await makeCompany(one.services)
  const { status } = await call(url, 'PUT', `/company/update/${id}`, { token, body: { nameOut } })
  expect(status).toBe(200)
  return id
}

it('serves lists, figures and exports, none of which writes or fails there', async () => {
  await becomesUsed()
  expect(await readsReplica()).toBe(true)
  for (const pathname of READS) expect(await read(two.url, pathname)).toEqual([pathname, 200])
  expect(two.log.filter((entry) => entry.includes('failed on the replica'))).toEqual([])
  const client = new pg.Client({ connectionString: replica.url })
  client.on('error', () => {})
  await client.connect()
  const scans = `SELECT (SELECT sum(idx_scan + seq_scan) FROM pg_stat_user_tables
    WHERE relname IN ('AuditEntry', 'SubmissionFigure', 'Company'))::int AS scans`
  await expect.poll(async () => (await client.query(scans)).rows[0]?.scans).toBeGreaterThan(0)
  await client.end()
})

it('shows rows of the own company only', async () => {
  const company = await makeCompany(one.services)
  const { email } = await makeCompanyAdmin(one.services, company.id)
  const own = await signIn(two.url, email)
  const { body } = await call(one.url, 'GET', '/company/get', { token: own })
  expect(body).toMatchObject({ total: 1, data: [{ id: company.id }] })
})

it('shows every write at once on every node, also while the replica is behind', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await rename(one.url, `Round ${round}`)
    expect(await listed(two.url, id)).toEqual([`Round ${round}`])
  }
  await replica.pause()
  const id = await rename(two.url, 'Written while behind')
  expect(await listed(one.url, id)).toEqual(['Written while behind'])
  expect(await readsReplica()).toBe(false)
  await becomesUnused()
  expect(await listed(one.url, id)).toEqual(['Written while behind'])
  await replica.resume()
  await becomesUsed()
  expect(await readsReplica()).toBe(true)
})

it('is not missed when it stops or hangs under load, and serves again when it is back', async () => {
  const before = said(LOST)
  let isRunning = true
  const failed: unknown[] = []
  const load = Array.from({ length: 4 }, async (_, worker) => {
    for (let turn = worker; isRunning; turn++) {
      const [pathname, status] = await read(one.url, READS[turn % READS.length] ?? '')
      if (status !== 200) failed.push([pathname, status])
    }
  })
  await replica.stop()
  await becomesUnused()
  expect(said(LOST) - before).toBe(1)
  await replica.start()
  await becomesUsed()
  const mend = line.hang()
  await becomesUnused()
  mend()
  await becomesUsed()
  isRunning = false
  await Promise.all(load)
  expect(failed).toEqual([])
})

it('is not waited for at a start', async () => {
  const mend = line.hang()
  const late = await startTestServer({ ...shared, databaseReplicaUrl: line.url })
  expect((await call(late.url, 'GET', '/dashboard', { token })).status).toBe(200)
  mend()
  await late.stop()
})

it('is not used once it is promoted, nor one of another database', async () => {
  await becomesUsed()
  await replica.promote()
  expect(await readsReplica()).toBe(false)
  await becomesUnused()
  const other = await startTestServer({ ...shared, databaseReplicaUrl: one.services.config.databaseUrl })
  const { body } = await call(other.url, 'GET', '/health/ready')
  expect(body).toMatchObject({ data: { ready: true, degraded: ['replica'] } })
  expect(await other.services.db.system('test').write((client) => client.company.count())).toBeGreaterThan(0)
})
