import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { startIntake } from './start.ts'
import { startFailure } from './start-failure.ts'
import { testDatabase } from './test/support/database.ts'

const { url, adminUrl } = await testDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'intake-start-'))
const file = path.join(folder, 'a-file')
const NOBODY = `intake_nobody_${process.pid}`

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  await writeFile(file, '')
  await asSuperuser(`CREATE ROLE ${NOBODY} LOGIN PASSWORD 'word'`, `CREATE DATABASE ${NOBODY}`)
})
afterAll(async () => {
  await asSuperuser(`DROP DATABASE ${NOBODY}`, `DROP ROLE ${NOBODY}`)
  await rm(folder, { recursive: true, force: true })
})

/** The one line that an operator reads of a start that fails. */
async function failure(env: NodeJS.ProcessEnv): Promise<string> {
  const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
  const config = readConfig({ DATABASE_URL: url, ENCRYPTION_KEY, DATA_DIR: folder, PORT: '0', ...env })
  const started = await startIntake(config, { write: () => {} }).catch((error: unknown) =>
    startFailure(error, config),
  )
  if (typeof started === 'string') return started
  await started.stop()
  return 'It started'
}

const asNobody = (database: string): string => {
  const address = new URL(url)
  address.username = NOBODY
  address.password = 'word'
  address.pathname = `/${database}`
  return address.href
}

it.each(['203.0.113.1', 'no-such-host.invalid'])('HOST %s, which this machine has not', async (HOST) => {
  expect(await failure({ HOST })).toBe(
    `HOST ${HOST} is no address of this machine; set HOST to one that is, or to 0.0.0.0 for all`,
  )
})

it.each(['PORT', 'METRICS_PORT'])('%s in use, before a database is made', async (name) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const DATA_DIR = path.join(folder, 'new')
  expect(await failure({ DATABASE_URL: '', ENCRYPTION_KEY: '', DATA_DIR, [name]: String(port) })).toBe(
    `${name} ${port} is in use on 127.0.0.1; set ${name} to another one, or to 0 for any`,
  )
  taken.close()
  expect(await readdir(folder)).not.toContain('new')
})

it('a DATA_DIR that is a file, or that stands in one', async () => {
  expect(await failure({ DATA_DIR: file })).toBe(
    `DATA_DIR ${file} cannot be used: it is a file; set DATA_DIR to another folder`,
  )
  expect(await failure({ DATA_DIR: path.join(file, 'data') })).toMatch(
    /^DATA_DIR .*data cannot be used: it stands in the file .*a-file; set DATA_DIR to another folder$/,
  )
})

it('a role that may make nothing in its database', async () => {
  expect(await failure({ DATABASE_URL: asNobody(NOBODY) })).toBe(
    `The role of DATABASE_URL may not do what it takes (permission denied for schema public); make it the owner of ` +
      'the database: ALTER DATABASE … OWNER TO …',
  )
})

it("a role that may not read what is another's", async () => {
  const sentence = await failure({ DATABASE_URL: asNobody(new URL(url).pathname.slice(1)) })
  expect(sentence).toMatch(
    /^The role of DATABASE_URL may not do what it takes \(permission denied for .*OWNER TO …$/,
  )
})
