// npx tsx server/test/adoption/make-fixture.ts <folder of a built release> <empty database> <name> [<submissions>]
// Makes fixtures/<name>.tar.br; see README.md.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { systemUrl } from '../../platform/database/connections.ts'
import { startChild, type Child } from '../support/processes.ts'
import type { Expected } from './expected.ts'
import { askList, askOne, digestOf, forEach } from './rest.ts'
import { seedDesk, seedDrafts, seedHouse, seedSubmissions, signInAs } from './seed.ts'

const WITH_PDF = 2
const DRAFTS = 4

const [, , release, databaseUrl, name, submissions = '180'] = process.argv
if (!release || !databaseUrl || !name)
  throw new Error('It takes the folder of a built release, a database and a name')
const folder = await mkdtemp(path.join(tmpdir(), 'intake-fixture-'))
const dataDir = path.join(folder, 'data')
const mainKey = randomBytes(32).toString('base64')
const servers: Child[] = []
const admin = { email: 'admin@example.com', password: 'Lantern-orchard-52' }
const run = promisify(execFile)

try {
  const first = await start('on')
  const house = await seedHouse(first.url, admin)
  const slugs = house.records.links
    .filter(({ closedAt }) => closedAt === null)
    .map(({ slug }) => String(slug))
  const token = await signInAs(first.url, admin)
  const done = await seedSubmissions(first.url, token, slugs, 0, WITH_PDF)
  await waitForPdfs(first, done)
  const staff = await seedDesk(first.url, admin, house.users[1] ?? admin, done[0]?.id ?? '')
  await first.stop()

  // Their jobs wait, so that the next release finds some.
  const second = await start('off')
  const others = await seedSubmissions(second.url, token, slugs, WITH_PDF, Number(submissions))
  const drafts = await seedDrafts(second.url, slugs, DRAFTS)
  const auditEntries = (await askList(second.url, '/audit/get', token)).length
  await second.stop()

  const all = [...done, ...others]
  const expected: Expected = {
    release: name,
    admin,
    drafts,
    submissions: all,
    auditEntries,
    ...house,
    ...staff,
  }
  await writeFile(path.join(folder, 'expected.json'), JSON.stringify(expected))
  await outlive()
  await writeFile(path.join(folder, 'dump.sql'), await dump())
  await mkdir(path.join(dataDir, 'keys'), { recursive: true })
  await writeFile(path.join(dataDir, 'keys/main.key'), mainKey)
  await pack(path.join(import.meta.dirname, 'fixtures', `${name}.tar.br`))
} finally {
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function start(worker: 'on' | 'off'): Promise<Child> {
  const server = await startChild([path.join(release ?? '', 'dist/server.mjs')], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STORAGE_URL: undefined,
    ENCRYPTION_KEY: mainKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PORT: '0',
    RATE_LIMIT: 'off',
    WORKER: worker,
  })
  servers.push(server)
  return server
}

async function waitForPdfs({ url }: Child, made: Expected['submissions']): Promise<void> {
  const token = await signInAs(url, admin)
  await forEach(made, async (submission) => {
    const isReady = async () =>
      (await askOne(url, 'GET', `/form/submissions/${submission.id}`, { token })).pdfState === 'ready'
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 500))
    submission.pdf = await digestOf(url, `/api/form/pdf/${submission.id}?original=1`, token)
  })
}

/** Lets drafts and keys outlive the years until a later release reads them. */
async function outlive(): Promise<void> {
  const client = new pg.Client({ connectionString: systemUrl(databaseUrl ?? '') })
  await client.connect()
  await client.query(`UPDATE "FormSession" SET "expiresAt" = '2100-01-01' WHERE "submittedAt" IS NULL`)
  await client.query(`UPDATE "ApiKey" SET "expiresAt" = '2100-01-01'`)
  await client.end()
}

async function dump(): Promise<string> {
  const args = ['--inserts', '--rows-per-insert=100', '--enable-row-security', systemUrl(databaseUrl ?? '')]
  const { stdout } = await run('pg_dump', args, { maxBuffer: 1e9 })
  return stdout.replace(/^(\\|--).*\n/gm, '')
}

async function pack(archive: string): Promise<void> {
  const file = path.join(folder, 'all.tar')
  await run('tar', ['-cf', file, '--exclude=data/mail', 'data', 'dump.sql', 'expected.json'], { cwd: folder })
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  await writeFile(archive, brotliCompressSync(await readFile(file), { params }))
}
