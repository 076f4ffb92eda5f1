import path from 'node:path'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { restoreCommand, backupCommand } from '../../platform/backup/command.ts'
import { STORAGE_FOLDERS } from '../../platform/files/storage.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { bucketClient } from '../support/bucket.ts'
import { emptyDatabase } from '../support/database.ts'
import { call, signIn } from '../support/factories.ts'
import { prepareNodes, type Node } from '../support/nodes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'
import { submissions } from './load.ts'

/** An operator restores a backup, and has not stopped all nodes. */

const made = await emptyDatabase()
const { nodes, folder, bucket, environment } = await prepareNodes({ database: made })
const [first, second] = nodes as [Node, Node]
const file = path.join(folder, 'backup.tar')
const env = (dataDir: string) => ({ ...environment, DATA_DIR: path.join(folder, dataDir) })
const quiet = { print: () => {}, warn: () => {} }
const restore = () =>
  restoreCommand(file, env('restored'), quiet).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

async function apply(url: string): Promise<string> {
  const session = await openFormSession(url)
  expect((await upload(url, { headers: { 'x-form-session': session } })).status).toBe(200)
  expect((await submitApplication(url, session)).status).toBe(200)
  return session
}
const idOf = (session: string): string => session.split('.')[0] ?? ''
const readiness = async ({ url }: Node) => (await call(url, 'GET', '/health/ready')).status

async function makeEmpty(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgres').adminUrl })
  const name = new URL(made.url).pathname.slice(1)
  await admin.connect()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name} OWNER intake`)
  await admin.end()
  const client = bucketClient(bucket)
  // Without a folder the store lists its top level alone.
  for (const folder of ['', ...STORAGE_FOLDERS.map((name) => `${name}/`)])
    for (const { Key } of (await client.listObjects('/', folder)) ?? []) await client.deleteObject(Key)
}

it('is refused while a node runs, which takes nothing meanwhile, and then holds all of the backup', async () => {
  await Promise.all(nodes.map((node) => node.start()))
  const kept = await Promise.all([apply(first.url), apply(second.url)])
  expect(await backupCommand({ file }, env('backup'), quiet)).toBe(0)
  const later = await apply(first.url)
  expect(await restore()).toContain('in use by 2 servers')

  // Else a PDF under way would be written into the emptied store, and the restore refused for it.
  const then = await signIn(first.url, TEST_ADMIN.email)
  await expect.poll(() => withoutPdf(then), { timeout: 60_000 }).toBe(0)
  await makeEmpty()
  const known = await openFormSession(first.url).catch(() => later)
  for (const node of nodes) {
    await expect.poll(() => readiness(node), { timeout: 15_000 }).toBe(503)
    expect(await submitApplication(node.url, known, { legalName: 'Later' })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    })
    expect(await upload(node.url, { headers: { 'x-form-session': kept[0] } })).toMatchObject({ status: 503 })
  }
  // Their connections went with the database; a restore before they are back would go through.
  await expect.poll(nodesSeen, { timeout: 15_000 }).toBe(2)
  await expect.poll(restore, { timeout: 15_000 }).toContain('in use by')
  // One is stopped; of the other, which hangs, nothing is seen until it goes on.
  await first.stop()
  process.kill(second.pid() ?? 0, 'SIGSTOP')
  await dropConnections()
  expect(await restore()).toBe('restored')
  process.kill(second.pid() ?? 0, 'SIGCONT')
  await first.start()

  const token = await signIn(first.url, TEST_ADMIN.email)
  expect((await submissions(first.url, token)).toSorted()).toEqual(kept.map(idOf).toSorted())
  for (const node of nodes) {
    await expect.poll(() => readiness(node), { timeout: 15_000 }).toBe(200)
    const repeated = await submitApplication(node.url, kept[0])
    expect([repeated.status, repeated.body.data?.id]).toEqual([200, idOf(kept[0])])
    await apply(node.url)
  }
  // Its applicant, who came after the backup, sends it again.
  expect(await submitApplication(second.url, later)).toMatchObject({ status: 200 })
  expect(await submissions(second.url, token)).toHaveLength(5)
  await expect.poll(async () => withoutPdf(token), { timeout: 60_000 }).toBe(0)
}, 180_000)

async function nodesSeen(): Promise<number> {
  const admin = new pg.Client({ connectionString: made.adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'intake-keys:%'`,
  )
  await admin.end()
  return rows[0]?.count ?? 0
}

async function dropConnections(): Promise<void> {
  const admin = new pg.Client({ connectionString: made.adminUrl })
  await admin.connect()
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await admin.end()
}

async function withoutPdf(token: string): Promise<number> {
  const { body } = await call(first.url, 'GET', '/form/submissions', { token })
  return (body.data as { pdfPath: string | null }[]).filter(({ pdfPath }) => pdfPath === null).length
}
