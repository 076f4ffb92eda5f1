// @module-tag long
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemUrl } from '../../platform/database/connections.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { projectRoot } from '../../project-root.ts'
import { startChild, type Child } from '../support/processes.ts'
import { RELEASE, restoreDump, unpack } from '../adoption/archive.ts'
import type { Expected } from '../adoption/expected.ts'
import { ask, askList, askOne, digestOf, forEach } from '../adoption/rest.ts'
import { readRecord, signInAs } from '../adoption/seed.ts'

const HOUR_MS = 60 * 60 * 1000

/** Staff get drawings encoded anew, so of these only that there is one is compared. */
const hideDrawings = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.startsWith('data:image/png') ? 'a drawing' : value,
    ]),
  )

/** As `npm start` does, once everything is built. */
const start = (dataDir: string, worker: 'on' | 'off', log: (line: string) => void): Promise<Child> =>
  startChild(
    ['--enable-source-maps', 'dist/server.mjs'],
    {
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      STORAGE_URL: undefined,
      ENCRYPTION_KEY: undefined,
      PUBLIC_URL: undefined,
      PORT: '0',
      RATE_LIMIT: 'off',
      WORKER: worker,
    },
    log,
  )

async function storedFiles(dataDir: string, place = 'files'): Promise<string[]> {
  const root = path.join(dataDir, place)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** The embedded database, as the product's own role, which sees everything. */
async function connect(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(path.join(dataDir, 'keys/postgres-intake.password'), 'utf8')).trim()
  const port = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
  const url = systemUrl(`postgresql://intake:${password}@127.0.0.1:${port}/intake`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const TIMEOUT_MS = 300_000

describe(`a data folder of release ${RELEASE}`, { timeout: TIMEOUT_MS }, () => {
  let folder = ''
  let dataDir = ''
  let expected: Expected
  let files: string[] = []
  const orphan = randomUUID()
  const servers: Child[] = []
  const server = () => servers.at(-1)
  const log: string[] = []
  const begin = async (worker: 'on' | 'off') => {
    log.length = 0
    const started = await start(dataDir, worker, (line) => void log.push(line))
    servers.push(started)
    return started
  }
  const signedIn = async () => ({
    url: server()?.url ?? '',
    token: await signInAs(server()?.url ?? '', expected.admin),
  })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'intake-adoption-'))
    const fixture = await unpack(folder)
    ;({ dataDir, expected } = fixture)
    const postgres = await startEmbeddedPostgres(dataDir)
    await restoreDump(postgres.url, fixture.dump)
    await postgres.stop()
    files = await storedFiles(dataDir)
    // An orphan, by whose fate the sweep's run is seen.
    const [pdf = ''] = await readdir(path.join(dataDir, 'files/pdfs'))
    await copyFile(path.join(dataDir, 'files/pdfs', pdf), path.join(dataDir, 'files/pdfs', orphan))
    const before = new Date(Date.now() - HOUR_MS)
    for (const name of await storedFiles(dataDir))
      await utimes(path.join(dataDir, 'files', name), before, before)
  })
  afterAll(async () => {
    for (const started of servers) await started.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('is taken over at the first start, loses no file to the sweep, and has its waiting PDFs made', async () => {
    const { url } = await begin('on')
    const { token } = await signedIn()
    // Those that were waiting come after those that were made.
    const range = encodeURIComponent(
      JSON.stringify([0, expected.submissions.filter(({ pdf }) => pdf !== null).length + 4]),
    )
    const oldest = `/form/submissions?sort=${encodeURIComponent('["createdAt","ASC"]')}&range=${range}`
    const waiting = async () =>
      (await askList(url, oldest, token)).filter(({ pdfState }) => pdfState !== 'ready')
    await expect.poll(waiting, { timeout: TIMEOUT_MS / 2, interval: 500 }).toEqual([])
    await expect.poll(() => log.join('\n'), { timeout: 120_000 }).toContain('stored files swept')
    const shown = new Map(
      (await askList(url, '/form/submissions', token)).map(({ id, formData }) => [id, String(formData)]),
    )
    for (const { id, values } of expected.submissions) {
      const { legalName = '', state = '', advanceAmount = '', sales = '' } = values
      expect(JSON.parse(shown.get(id) ?? '')).toMatchObject({ legalName, state, advanceAmount, sales })
    }
    expect(await server()?.stop()).toBe(0)
    expect(await storedFiles(dataDir)).toEqual(expect.arrayContaining(files))
    const swept = await storedFiles(dataDir, 'files/quarantine')
    expect(swept.filter((name) => !name.includes(orphan))).toEqual([])
  })

  it('still has every submission with its answers, documents and PDF', async () => {
    const { url } = await begin('off')
    expect(log.filter((line) => line.includes('"level":50') || line.includes('migrated'))).toEqual([])
    const { token } = await signedIn()
    expect(await askList(url, '/form/submissions', token)).toHaveLength(expected.submissions.length)
    await forEach(expected.submissions, async ({ id, createdAt, slug, values, documents, pdf }) => {
      const read = await readRecord(url, token, id)
      expect({ ...read, values: hideDrawings(read.values) }).toEqual({
        createdAt,
        slug,
        values: hideDrawings(values),
      })
      for (const document of documents)
        expect(await digestOf(url, `/api/documents/document/${document.id}`, token)).toBe(document.digest)
      if (pdf !== null) expect(await digestOf(url, `/api/form/pdf/${id}?original=1`, token)).toBe(pdf)
    })
  })

  it('finds submissions by their numbers, which are hashed for each company, and has file names encrypted', async () => {
    const { url, token } = await signedIn()
    const some = expected.submissions.filter((_submission, index) => index % 7 === 0)
    await forEach(some, async ({ id, values }) => {
      for (const number of [values.partner1SSN, values.taxId]) {
        if (!number) continue
        const found = await ask(url, 'POST', '/form/submissions/search', { token, body: { number } })
        expect(found).toContainEqual(expect.objectContaining({ id }))
      }
    })
    const [{ id = '' } = {}] = expected.submissions.filter(({ documents }) => documents.length > 0)
    expect(await askList(url, `/documents/form-submission/${id}`, token)).toMatchObject([
      { originalFilename: 'statement.pdf' },
    ])
    const client = await connect(dataDir)
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM "Document" WHERE "originalFilename" <> '' OR "filename" IS NULL)::int AS names,
         (SELECT count(*) FROM "FormSubmission" WHERE get_byte("valuesDigest", 0) <> 2)::int AS hashes`,
    )
    await client.end()
    expect(rows).toEqual([{ names: 0, hashes: 0 }])
  })

  it('still has its companies, roles, teams, users, links and logos', async () => {
    const { url, token } = await signedIn()
    const paths = {
      companies: '/company/get',
      roles: '/role/get',
      teams: '/team/get',
      users: '/user/get',
      links: `/generated-link/get?filter=${encodeURIComponent('{"closed":true}')}`,
    }
    for (const [kind, records] of Object.entries(expected.records)) {
      const rows = new Map(
        (await askList(url, paths[kind as keyof typeof paths], token)).map((row) => [row.id, row]),
      )
      for (const { permissions = [], ...record } of records) {
        expect(rows.get(record.id)).toMatchObject(record)
        // A later release may add some.
        if (Array.isArray(permissions) && permissions.length > 0)
          expect(rows.get(record.id)?.permissions).toEqual(expect.arrayContaining(permissions))
      }
    }
    for (const { path: logo, digest } of expected.logos) expect(await digestOf(url, logo, '')).toBe(digest)
  })

  it('still lets its people sign in, with two steps where they had them, and its applicants go on', async () => {
    const url = server()?.url ?? ''
    for (const user of expected.users) {
      const me = await askOne(url, 'GET', '/user/me', { token: await signInAs(url, user) })
      expect(me).toMatchObject({ email: user.email })
    }
    for (const { token, values, files: documents } of expected.drafts) {
      const body = { formSubmissionId: token }
      expect(await ask(url, 'POST', '/form/session/state', { body })).toMatchObject({
        draft: { values, kept: ['partner1SSN'] },
        files: documents.map((id) => ({ id })),
      })
    }
  })

  it('still has what staff added, and lets programs in by their keys', async () => {
    const { url, token } = await signedIn()
    const { submission, status, notes, requests, views, webhooks } = expected.desk
    expect(await askOne(url, 'GET', `/form/submissions/${submission}`, { token })).toMatchObject({ status })
    expect(await askList(url, `/form/submissions/${submission}/notes`, token)).toHaveLength(notes)
    expect(await askList(url, `/form/submissions/${submission}/requests`, token)).toHaveLength(requests)
    expect((await askList(url, '/form/views', token)).map(({ name }) => name).toSorted()).toEqual(views)
    const ids = (await askList(url, '/webhook/get', token)).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(webhooks.toSorted())
    expect((await askList(url, '/form/submissions', expected.apiKey)).length).toBeGreaterThan(0)
  })

  it('still has its audit log, whose chain is unbroken', async () => {
    const { url, token } = await signedIn()
    expect((await askList(url, '/audit/get', token)).length).toBeGreaterThanOrEqual(expected.auditEntries)
    const verify = spawn(process.execPath, ['--import', 'tsx', 'server/tools/audit-verify.ts'], {
      cwd: projectRoot,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    expect((await once(verify, 'exit'))[0]).toBe(0)
    expect(await server()?.stop()).toBe(0)
  })
})
