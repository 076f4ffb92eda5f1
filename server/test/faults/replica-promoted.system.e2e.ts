import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { findPostmaster } from '../../platform/database/postgres-server.ts'
import { startScratchPostgres } from '../../platform/database/scratch-postgres.ts'
import { call, signIn } from '../support/factories.ts'
import { prepareNodes, type Node } from '../support/nodes.ts'
import { startReplica } from '../support/replica.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { expectTruthful, startHealthProbe } from './health-probe.ts'
import { expectSound, jobsLeft } from './inspect.ts'
import { expectNothingLost, startLoad } from './load.ts'

/** The replica of two nodes' database goes and comes back; then the primary goes for good, and the replica takes over. */

const primary = await startScratchPostgres()
const replica = await startReplica(primary)
const line = await movableLine(primary.url)
const replicaLine = await movableLine(replica.url)
const { nodes, environment } = await prepareNodes({
  database: { url: line.url },
  env: { DATABASE_REPLICA_URL: replicaLine.url },
})
const [first, second] = nodes as [Node, Node]
afterAll(async () => {
  await replica.remove()
  await primary.stop()
})

const readiness = async ({ url }: Node) => (await call(url, 'GET', '/health/ready')).status
const list = async (token: string) =>
  (await call(second.url, 'GET', '/form/submissions', { token })).body.data as unknown[]

it('costs nothing when the replica goes, and nothing acknowledged when it takes the place of the primary', async () => {
  await Promise.all(nodes.map((node) => node.start()))
  // So that each commit waits for the replica.
  await asAdmin(primary.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await asAdmin(primary.adminUrl, 'SELECT pg_reload_conf()')
  const token = await signIn(first.url, TEST_ADMIN.email)

  const load = startLoad(first.url)
  const probe = startHealthProbe(first.url)
  await load.until(() => load.accepted() >= 5)
  await asAdmin(primary.adminUrl, `ALTER SYSTEM RESET synchronous_standby_names`)
  await asAdmin(primary.adminUrl, 'SELECT pg_reload_conf()')
  await replica.stop()
  const alone = load.accepted()
  await load.until(() => load.accepted() >= alone + 5)
  expect((await list(token)).length).toBeGreaterThanOrEqual(alone + 5)
  expect(await Promise.all(nodes.map(readiness))).toEqual([200, 200])
  expect(load.refusals).toEqual([])

  await replica.start()
  await replica.catchUp()
  await asAdmin(primary.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await asAdmin(primary.adminUrl, 'SELECT pg_reload_conf()')
  const before = load.accepted()
  await load.until(() => load.accepted() >= before + 5)
  const folder = await asAdmin(primary.adminUrl, 'SHOW data_directory')
  const postmaster = await findPostmaster(String(folder))
  process.kill(postmaster?.pid ?? 0, 'SIGKILL')
  await load.until(() => load.refusals.length > 0)
  await replica.promote()
  line.move(replica.url)
  const moved = load.accepted()
  await load.until(() => load.accepted() >= moved + 5)
  await load.stop()

  await expect.poll(() => Promise.all(nodes.map(readiness)), { timeout: 30_000 }).toEqual([200, 200])
  await expectNothingLost(second.url, load)
  await expect.poll(() => jobsLeft(environment), { timeout: 60_000, interval: 500 }).toBe(0)
  await probe.stop()
  expectTruthful(probe, load.answers)
  await expectSound(environment)
}, 240_000)

async function asAdmin(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** An address that leads to another database server after a move, as a name in the DNS would. */
async function movableLine(databaseUrl: string) {
  const url = new URL(databaseUrl)
  let target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
      open.add(one)
      one.once('close', () => open.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const each of open) each.destroy()
    server.close()
  })
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    move(databaseUrlNow: string) {
      const { hostname, port } = new URL(databaseUrlNow)
      target = { host: hostname, port: Number(port) }
      for (const each of open) each.destroy()
    },
  }
}
