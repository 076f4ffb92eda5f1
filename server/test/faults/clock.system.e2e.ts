import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { findPostgresAccount } from '../../platform/database/postgres-account.ts'
import {
  ensureCluster,
  findFreePort,
  startPostmaster,
  stopPostmaster,
} from '../../platform/database/postgres-server.ts'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { call, signIn } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { isComplete, openStage, REST_MS } from './stage.ts'

/** Debian's libfaketime. */
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

const folder = await makeScratchFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A clock of its own for a process: its environment, and how to set it. */
async function makeClock(name: string) {
  const file = path.join(folder, name)
  const set = async (hours: number) => {
    // In one step, as the library ends a process that reads half of it.
    await writeFile(`${file}.new`, `${hours < 0 ? '' : '+'}${hours * 3600}\n`)
    await rename(`${file}.new`, file)
  }
  await set(0)
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set }
}

const [server, database] = await Promise.all([makeClock('server'), makeClock('database')])

const adminUrl = await startPostgres()
const url = adminUrl.replace(/postgres:(.*)\/postgres$/, 'intake:$1/intake')
await query("CREATE ROLE intake LOGIN PASSWORD 'secret'")
await query('CREATE DATABASE intake OWNER intake')

const stage = await openStage(
  {
    env: { ...server.env, DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') },
  },
  { restMs: REST_MS },
)

async function startPostgres(): Promise<string> {
  const { uid, gid, wrapper } = await findPostgresAccount(folder)
  const cluster = path.join(folder, 'postgres')
  await ensureCluster(cluster, 'secret', { uid, gid, wrapper })
  const port = await findFreePort()
  const clock = Object.entries(database.env).map(([name, value]) => `${name}=${value}`)
  const user = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const account = { wrapper: [...(wrapper ?? user), 'env', ...clock] }
  await startPostmaster(cluster, port, account, ['fsync=off', 'timezone=UTC'])
  afterAll(() => stopPostmaster(cluster, account))
  return `postgresql://postgres:secret@127.0.0.1:${port}/postgres`
}

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows[0]
}

const serverTime = async () =>
  Date.parse((await fetch(`${stage.url}/api/health/live`)).headers.get('date') ?? '')
const databaseTime = async () => (await query<{ now: Date }>('SELECT now()'))?.now.getTime()
const offsets = async () =>
  (await Promise.all([serverTime(), databaseTime()])).map(
    (at) => Math.round(((at ?? Number.NaN) - Date.now()) / 360_000) / 10 + 0,
  )

/** Hours that the clocks of server and database are ahead, before they are set back. */
const JUMPS = isComplete
  ? [
      [24, 24],
      [0.4, 0],
      [24, 0],
      [0, 0.4],
      [0, 24],
      [-0.4, -0.4],
    ]
  : [
      [24, 24],
      [0.4, 0],
    ]

it('clocks of server and database that jump and are set back lose nothing and lock nobody out', async () => {
  expect(LIBRARY, 'Install libfaketime').toBeDefined()
  await stage.start()
  const load = stage.begin()
  const isSignedIn = async (token: string) =>
    (await call(stage.url, 'GET', '/form/submissions', { token })).status === 200
  const jump = async (hours: number[]) => {
    const [ofServer = 0, ofDatabase = 0] = hours
    await Promise.all([server.set(ofServer), database.set(ofDatabase)])
    // Node.js keeps the text of its `Date` header for a second.
    await expect.poll(offsets).toEqual(hours)
  }
  for (const hours of JUMPS) {
    const before = await signIn(stage.url, TEST_ADMIN.email)
    await load.more(3)
    await jump(hours)
    const ahead = await signIn(stage.url, TEST_ADMIN.email)
    expect(await isSignedIn(ahead)).toBe(true)
    await load.more(3)
    await jump([0, 0])
    await load.more(3)
    // A sweep a day ahead removes the sessions that have expired by then.
    expect([hours[0] === 24 || (await isSignedIn(before)), await isSignedIn(ahead)]).toEqual([true, true])
    await signIn(stage.url, TEST_ADMIN.email)
  }
  await stage.expectHealed(`clocks of server and database set wrong and back ${JUMPS.length} times`, {
    wasClockSetBack: true,
  })
}, 600_000)
