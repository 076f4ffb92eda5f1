// npx tsx server/test/upgrade/make-fixture.ts <folder of a built release> <name>
// Makes fixtures/<name>.tar.br: a data folder of that release with 1,000 submissions; see README.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { ensureDataDir } from '../../database/postgres-server.ts'
import { startChild, type Child } from '../support/processes.ts'
import { pack } from './archive.ts'
import type { Expected } from './expected.ts'
import { askList, askOne, digestOf, forEach } from './rest.ts'
import { seedDrafts, seedHouse, seedSubmissions, signInAs } from './seed.ts'

const WITH_PDF = 25
const SUBMISSIONS = 1000
const DRAFTS = 10

const [, , release, name] = process.argv
if (!release || !name) throw new Error('It takes the folder of a built release and a name')
const folder = await mkdtemp(path.join(tmpdir(), 'intake-fixture-'))
const dataDir = path.join(folder, 'data')
const servers: Child[] = []
const admin = { email: 'admin@example.com', password: 'Lantern-orchard-52' }

try {
  await ensureDataDir(folder)
  const first = await start('on')
  const house = await seedHouse(first.url, admin)
  const slugs = house.records.links
    .filter(({ closedAt }) => closedAt === null)
    .map(({ slug }) => String(slug))
  const done = await seedSubmissions(first.url, await signInAs(first.url, admin), slugs, 0, WITH_PDF)
  await waitForPdfs(first, done)
  await first.stop()

  // Their jobs wait, so that the next release finds some.
  const second = await start('off')
  const token = await signInAs(second.url, admin)
  const others = await seedSubmissions(second.url, token, slugs, WITH_PDF, SUBMISSIONS)
  const drafts = await seedDrafts(second.url, slugs, DRAFTS)
  const auditEntries = (await askList(second.url, '/audit/get', token)).length
  await outlive()
  await second.stop()

  const expected: Expected = {
    release: name,
    admin,
    ...house,
    drafts,
    submissions: [...done, ...others],
    auditEntries,
  }
  await writeFile(path.join(folder, 'expected.json'), JSON.stringify(expected))
  await pack(folder, path.join(import.meta.dirname, 'fixtures', `${name}.tar.br`))
} finally {
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function start(worker: 'on' | 'off'): Promise<Child> {
  const server = await startChild([path.join(release ?? '', 'dist/server.mjs')], {
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    STORAGE_URL: undefined,
    ENCRYPTION_KEY: undefined,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PORT: '0',
    RATE_LIMIT: 'off',
    WORKER: worker,
  })
  servers.push(server)
  return server
}

async function waitForPdfs({ url }: Child, submissions: Expected['submissions']): Promise<void> {
  const token = await signInAs(url, admin)
  await forEach(submissions, async (submission) => {
    const isReady = async () =>
      (await askOne(url, 'GET', `/form/submissions/${submission.id}`, { token })).pdfState === 'ready'
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 500))
    submission.pdf = await digestOf(url, `/api/form/pdf/${submission.id}?original=1`, token)
  })
}

/** Lets drafts outlive the years until a later release reads them, and leaves no used write-ahead log behind. */
async function outlive(): Promise<void> {
  const password = (await readFile(path.join(dataDir, 'keys/postgres-admin.password'), 'utf8')).trim()
  const port = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${password}@127.0.0.1:${port}/intake`,
  })
  await client.connect()
  for (const statement of [
    `UPDATE "FormSession" SET "expiresAt" = '2100-01-01' WHERE "submittedAt" IS NULL`,
    'ALTER SYSTEM SET wal_recycle = off',
    `ALTER SYSTEM SET min_wal_size = '32MB'`,
    'SELECT pg_reload_conf()',
    'SELECT pg_switch_wal()',
    'CHECKPOINT',
    'SELECT pg_switch_wal()',
    'CHECKPOINT',
    'ALTER SYSTEM RESET ALL',
  ])
    await client.query(statement)
  await client.end()
}
