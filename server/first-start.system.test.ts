import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { emptyDatabase } from './test/support/database.ts'
import { call, signIn } from './test/support/factories.ts'
import { startChild, type Child } from './test/support/processes.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-first-'))
const children: Child[] = []
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

const PASSWORD = 'Admin password: '
const passwords = (child: Child) => child.lines.filter((line) => line.startsWith(PASSWORD))

it.each([
  ['two processes', ['all', 'all']],
  ['four, one of them a worker', ['web', 'web', 'all', 'worker']],
])('%s that start at once on an empty database migrate and seed it once, and all serve', async (_, roles) => {
  const { db, url } = await emptyDatabase()
  const env = {
    DATABASE_URL: url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    SEED_DEMO: '1',
    DATA_DIR: path.join(dataDir, String(roles.length)),
    LOG_LEVEL: 'error',
    PUBLIC_URL: undefined,
  }
  const errors: string[] = []
  const started = await Promise.all(
    roles.map((role) =>
      startChild(['dist/server.mjs', '--role', role], env, (line) => void errors.push(line)),
    ),
  )
  children.push(...started)
  expect(errors).toEqual([])
  const printed = started.flatMap(passwords)
  expect(printed).toHaveLength(1)
  const counts = [
    db.connections.system.client().user.count(),
    db.connections.system.client().company.count(),
    db.connections.system.client().installation.count(),
  ]
  expect(await Promise.all(counts)).toEqual([1, 1, 1])
  for (const [index, { url: at }] of started.entries()) {
    expect((await call(at, 'GET', '/health/ready')).status).toBe(200)
    if (roles[index] !== 'worker') await signIn(at, 'admin@example.com', printed[0]?.slice(PASSWORD.length))
  }
  await Promise.all(started.map(async (child) => expect(await child.stop()).toBe(0)))
})
