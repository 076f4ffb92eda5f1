// @module-tag long
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { toKeyId } from '../crypto/wrap.ts'
import { makeScratchFolder } from '../database/scratch-postgres.ts'
import { createStorage } from '../files/create-storage.ts'
import { Prisma } from '../../generated/client.ts'
import { registerSubmission } from '../../registrations/register.service.ts'
import { verifyReceipts } from '../../registrations/verify-receipts.ts'
import { verifyChain } from '../../events/audit/verify-chain.ts'
import { sealEntries } from '../../events/audit/seal-entries.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { startBucket } from '../../test/support/bucket.ts'
import { saveDraft } from '../../test/support/drafts.ts'
import { call, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'
import { allFiles, allRows, backupSource, readArchive, runBackup, runRestore } from './backup.fixture.ts'

const { key, source, services, from, inFolder, place, emptyTarget } = await backupSource({ role: 'all' })
const { url } = source

const idOf = (token: string): string => token.split('.')[0] ?? ''

async function apply(number: number, at = url): Promise<string> {
  const session = await openFormSession(url)
  const headers = { 'x-form-session': session }
  const sent = await upload(at, { headers })
  await upload(at, { headers })
  const { data } = sent.body
  if (isRecord(data) && number % 2 === 0)
    await call(at, 'DELETE', `/documents/upload-public/${String(data.id)}`, { headers })
  const { status } = await submitApplication(at, session, { legalName: `Acme ${number}` })
  expect(status).toBe(200)
  return idOf(session)
}

/** The first document of a submission. */
async function download(at: string, token: string, submission: string): Promise<Buffer> {
  const { body } = await call(at, 'GET', `/documents/form-submission/${submission}`, { token })
  const [document] = Array.isArray(body.data) ? (body.data as { id: string }[]) : []
  const answer = await fetch(`${at}/api/documents/document/${document?.id ?? ''}?download=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return Buffer.from(await answer.arrayBuffer())
}

/** The worker makes the PDFs, mails the receipts and gives events their places. */
const workIsDone = () =>
  expect
    .poll(
      () =>
        services.db
          .system('test')
          .write(async (client) => [
            await client.submissionDesk.count({ where: { pdfFile: null } }),
            await client.event.count({ where: { position: null } }),
            await client.$queryRaw`SELECT key FROM graphile_worker.jobs WHERE starts_with(key, 'receipt-mail:')`,
          ]),
      { timeout: 120_000 },
    )
    .toEqual([0, 0, []])

/** What of the rows does not change by being backed up and restored. */
function comparable(rows: Record<string, string[]>): Record<string, string[]> {
  const { AuditEntry = [], AuditSeal: _sealed, ...others } = rows
  return { ...others, AuditEntry: AuditEntry.filter((row) => !/"act": "backup-/.test(row)) }
}

it('holds all that was acknowledged and a file for every row, made while applications come and go', async () => {
  const before = [await apply(0), await apply(1)]
  let running = true
  let number = 2
  const load = Array.from({ length: 3 }, async () => {
    while (running) await apply(number++)
  })
  const file = inFolder('under-load.tar')
  const made = await runBackup(from, file)
  running = false
  await Promise.all(load)
  expect(made).toMatchObject({ status: 0, err: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const { to, adminUrl } = await emptyTarget('loaded')
  expect(await runRestore(to, file)).toMatchObject({ status: 0, err: '' })
  const storage = createStorage(to)
  const [stored, { Document = [], FormSubmission = [] }] = [await allFiles(storage), await allRows(adminUrl)]
  for (const id of before) expect(FormSubmission.some((row) => row.includes(id))).toBe(true)
  const named = [...Document, ...FormSubmission].flatMap(
    (row) => /"(?:storedAs|pdfFile)": "([^"]+)"/.exec(row)?.[1] ?? [],
  )
  const logos = [...stored.keys()].filter((name) => name.startsWith('logos/'))
  expect([...stored.keys()].sort()).toEqual([...named, ...logos].sort())
  const now = await allFiles(services.storage)
  for (const [name, sum] of stored) if (now.has(name)) expect(now.get(name), name).toBe(sum)
})

it('is the same in another kind of database and store, row by row and file by file, and starts there', async () => {
  const submission = await apply(1)
  const draft = await openFormSession(url)
  await saveDraft(url, draft, { legalName: 'Not sent yet' })
  await workIsDone()
  await registerSubmission(services, { id: submission })
  await sealEntries(services)

  const file = inFolder('quiet.tar')
  const made = await runBackup(from, file)
  expect(made).toMatchObject({ status: 0, err: '' })
  expect(made.out).toContain('which is not in it: keep a copy of ENCRYPTION_KEY')
  const [rows, files] = [await allRows(source.adminUrl), await allFiles(services.storage)]

  const bucket = await startBucket()
  const { to, adminUrl } = await emptyTarget('moved', { storageUrl: bucket })
  const restored = await runRestore(to, file)
  expect(restored).toMatchObject({ status: 0, err: '' })
  expect(restored.out).toMatch(/Restored and verified: \d+ rows of \d+ tables and \d+ files/)
  expect(comparable(await allRows(adminUrl))).toEqual(comparable(rows))
  expect(await allFiles(createStorage(to))).toEqual(files)

  const copy = await startTestServer({
    databaseUrl: to.databaseUrl,
    dataDir: to.dataDir,
    storageUrl: bucket,
    encryptionKey: key,
  })
  const token = await signIn(copy.url, TEST_ADMIN.email, TEST_PASSWORD)
  const { body } = await call(copy.url, 'GET', `/form/submissions/${submission}`, { token })
  expect(body).toMatchObject({ status: 'success', data: { id: submission } })
  expect(await download(copy.url, token, submission)).toEqual(SMALL_PDF)
  const receipts = await verifyReceipts(copy.services, [])
  expect(receipts).toMatchObject({ heads: [{ mac: expect.any(Uint8Array) }], broken: null })
  expect(receipts).toEqual(await verifyReceipts(services, []))
  await sealEntries(copy.services)
  expect(await verifyChain(copy.services)).toMatchObject({ broken: null, unsealed: 0 })

  await copy.stop()
  const again = await runRestore(to, file)
  expect(again).toMatchObject({ status: 1 })
  expect(again.err).toContain('The database is not empty')
})

it('makes an embedded database and its key file of a backup with keys, and a backup of that goes back', async () => {
  const submission = await apply(1)
  const file = inFolder('with-keys.tar')
  expect(await runBackup(from, file, '--with-keys')).toMatchObject({ status: 0 })
  const dataDir = path.join(await makeScratchFolder(), 'data')
  afterAll(() => rm(path.dirname(dataDir), { recursive: true, force: true }))
  const embedded = place('', null, { dataDir, key: null })
  const restored = await runRestore(embedded, file)
  expect(restored).toMatchObject({ status: 0, err: '' })
  const keyFile = `main-${toKeyId(key)}.key`
  expect(restored.out).toContain(`The main key ${toKeyId(key)} fits`)
  expect((await readdir(path.join(dataDir, 'keys'))).filter((name) => name.startsWith('main'))).toEqual([
    keyFile,
  ])
  expect((await stat(path.join(dataDir, 'keys', keyFile))).mode & 0o777).toBe(0o600)

  const copy = await startTestServer({ databaseUrl: null, encryptionKey: null, dataDir })
  const token = await signIn(copy.url, TEST_ADMIN.email, TEST_PASSWORD)
  const { status } = await call(copy.url, 'GET', `/form/submissions/${submission}`, { token })
  expect(status).toBe(200)
  const later = await apply(3, copy.url)
  // The server that is running has the embedded database, which the command finds and leaves running.
  const second = inFolder('embedded.tar')
  expect(await runBackup(embedded, second)).toMatchObject({ status: 0, err: '' })
  expect((await call(copy.url, 'GET', '/user/me', { token })).status).toBe(200)
  await copy.stop()

  const { to, adminUrl } = await emptyTarget('back')
  expect(await runRestore(to, second)).toMatchObject({ status: 0, err: '' })
  expect((await allRows(adminUrl)).FormSubmission?.some((row) => row.includes(submission))).toBe(true)

  const external = await startTestServer({
    databaseUrl: to.databaseUrl,
    dataDir: to.dataDir,
    encryptionKey: key,
    role: 'all',
  })
  const again = await signIn(external.url, TEST_ADMIN.email, TEST_PASSWORD)
  // The later one's PDF was a job that waited when the backup was made.
  for (const id of [submission, later]) {
    expect((await call(external.url, 'GET', `/form/submissions/${id}`, { token: again })).status).toBe(200)
    expect(await download(external.url, again, id)).toEqual(SMALL_PDF)
    const headers = { authorization: `Bearer ${again}` }
    const pdf = async () => (await fetch(`${external.url}/api/form/pdf/${id}`, { headers })).status
    await expect.poll(pdf).toBe(200)
  }
})

it('says which file to copy where the key is elsewhere', async () => {
  const file = inFolder('without-keys.tar')
  expect(await runBackup(from, file)).toMatchObject({ status: 0 })
  const dataDir = path.join(await makeScratchFolder(), 'data')
  afterAll(() => rm(path.dirname(dataDir), { recursive: true, force: true }))
  const { out } = await runRestore(place('', null, { dataDir, key: null }), file)
  expect(out).toContain(`put the main key ${toKeyId(key)} into ${path.join(dataDir, 'keys')}`)
  expect(out).toContain('Copy main*.key alone')
})

it('brings along jobs that wait, with their tries', async () => {
  const jobs = async (adminUrl: string) => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const { rows } = await client.query<{ key: string }>(
      `SELECT key, identifier, payload, attempts, jobs.max_attempts, run_at::text FROM graphile_worker._private_jobs AS jobs
         JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id WHERE key LIKE 'test:%' ORDER BY key`,
    )
    await client.end()
    return rows
  }
  // Servers free the jobs of workers without a connection.
  const client = new pg.Client({
    connectionString: services.config.databaseUrl ?? '',
    application_name: 'worker',
  })
  await client.connect()
  for (const [name, tries] of [
    ['one', 0],
    ['two', 3],
    ['three', 12],
  ] as const) {
    await client.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY[(graphile_worker.add_job('notify', json_build_object('id', $1::text, 'to', 'a@example.com'),
         run_at => now() + interval '1 day', job_key => 'test:' || $1, max_attempts => 12)).id], attempts => $2)`,
      [name, tries],
    )
  }
  // A job that somebody works on when the backup is made is begun anew where it is restored.
  await client.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 12, locked_at = now(), locked_by = 'worker' WHERE key = 'test:one'`,
  )
  const file = inFolder('jobs.tar')
  expect(await runBackup(from, file)).toMatchObject({ status: 0 })
  const before = await jobs(source.adminUrl)
  await client.end()
  const { to, adminUrl } = await emptyTarget('jobs')
  expect(await runRestore(to, file)).toMatchObject({ status: 0 })
  const after = await jobs(adminUrl)
  expect(after).toHaveLength(3)
  expect(after).toEqual(before.map((job) => (job.key === 'test:one' ? { ...job, attempts: 11 } : job)))
})

it('holds every table and sequence there is, and everything is in a schema that is looked at', async () => {
  const { db } = services
  const tables = await db.system('test').write((client) =>
    client.$queryRaw<{ schema: string; name: string; kind: string }[]>(Prisma.sql`
      SELECT relnamespace::regnamespace::text AS "schema", relname::text AS "name", relkind::text AS "kind" FROM pg_class
      WHERE relkind IN ('r', 'p', 'S', 'm', 'f') AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
        AND relpersistence <> 't' AND NOT relispartition`),
  )
  expect(new Set(tables.map(({ schema }) => schema))).toEqual(
    new Set(['public', 'graphile_worker', 'intake_sql']),
  )
  const file = inFolder('tables.tar')
  await runBackup(from, file)
  const { manifest } = await readArchive(file)
  const ours = tables.filter(({ schema, name }) => schema === 'public' && name !== '_prisma_migrations')
  expect(ours.filter(({ kind }) => !'rpS'.includes(kind))).toEqual([])
  const named = (isSequence: boolean) =>
    ours
      .filter(({ kind }) => (kind === 'S') === isSequence)
      .map(({ name }) => name)
      .sort()
  expect(manifest.tables.map(({ name }) => name).sort()).toEqual(named(false))
  expect(manifest.sequences.map(({ name }) => name).sort()).toEqual(named(true))
  expect(named(false)).toEqual(Object.keys(Prisma.ModelName).sort())
})
