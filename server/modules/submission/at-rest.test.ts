import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { saveDraft } from '../../test/support/drafts.ts'
import { call, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

const { url, services, adminUrl, log } = await startTestServer({ worker: true })

const MARK = 'STATEMENT-MARK-7713'
const SECRETS = {
  taxId: '33-7719264',
  partner1SSN: '417-62-8835',
  partner1DOB: '1961-07-23',
  partner2SSN: '418 62 8836',
}
/** Each as typed, as plain digits, and as bytes print in a dump. */
const needles = [...Object.values(SECRETS), MARK, 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'].flatMap(
  (secret) => {
    const digits = secret.replace(/[- ]/g, '')
    return [secret, digits, Buffer.from(secret).toString('hex'), Buffer.from(digits).toString('hex')]
  },
)
const found = (text: string): string[] => needles.filter((needle) => text.includes(needle))

let id = ''
let admin = ''
beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const token = await openFormSession(url)
  const content = Buffer.from(SMALL_PDF.toString().replace('%%EOF', `%${MARK}\n%%EOF`))
  expect((await upload(url, { content, headers: { 'x-form-session': token } })).status).toBe(200)
  const draft = { ...SECRETS, legalName: MARK, signer1Signature: fullApplication().signer1Signature }
  expect((await saveDraft(url, token, draft)).status).toBe(200)
  // This one stays a draft.
  expect((await saveDraft(url, await openFormSession(url), draft)).status).toBe(200)
  const { status, body } = await submitApplication(url, token, SECRETS)
  expect(status).toBe(200)
  id = body.data?.id ?? ''
  const ready = async () =>
    (await asSystem(services.db, 'test', (client) => client.formSubmission.findUnique({ where: { id } })))
      ?.pdfState
  await vi.waitUntil(async () => (await ready()) === 'ready', { timeout: 15_000, interval: 100 })
  expect((await call(url, 'GET', `/form/submissions/${id}`, { token: admin })).status).toBe(200)
})

it('no table holds a number, a date of birth or a drawing that can be read', async () => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(12)
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`)
    dump += rows.map(({ line }) => line).join('\n')
  }
  expect(dump).toContain('Golden Crust')
  expect(found(dump)).toEqual([])
  await client.end()
})

it('nor do the files of the database', async () => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('CHECKPOINT')
  const { rows } = await client.query<{ folder: string }>(
    `SELECT current_setting('data_directory') || '/base/' || oid AS folder
     FROM pg_database WHERE datname = current_database()`,
  )
  await client.end()
  const folder = rows[0]?.folder ?? ''
  const texts = await Promise.all(
    (await readdir(folder)).map((file) => readFile(path.join(folder, file), 'latin1')),
  )
  expect(texts.some((text) => text.includes('Golden Crust'))).toBe(true)
  expect(texts.flatMap(found)).toEqual([])
})

it('nor does anything under the data folder: statements, PDFs and mails included', async () => {
  const files = await readdir(services.config.dataDir, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  )
  expect(texts.length).toBeGreaterThanOrEqual(3)
  expect(texts.flatMap(found)).toEqual([])
  expect(texts.filter((text) => text.startsWith('%PDF'))).toEqual([])
})

it('nor does a line of the log', () => {
  expect(log.length).toBeGreaterThan(0)
  expect(found(log.join('\n'))).toEqual([])
})

it('yet staff get the stored original, the same every time, and copies that bear their name', async () => {
  const get = async (query: string) => {
    const answer = await fetch(`${url}/api/form/pdf/${id}${query}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    return Buffer.from(await answer.arrayBuffer())
  }
  const original = await get('?original=1')
  expect(original.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await get('?original=1')).toEqual(original)
  expect(await get('')).not.toEqual(original)
  const { body } = await call(url, 'GET', '/form/submissions', { token: admin })
  expect((body.data as { pdfPath: string }[])[0]?.pdfPath).toBe(`/pdf/${id}`)
  const downloads = await asSystem(services.db, 'test', (client) =>
    client.auditEntry.count({ where: { act: 'submission-pdf-downloaded', objectId: id } }),
  )
  expect(downloads).toBe(3)
})
