import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { lastMonths } from '#domain/statement-month'
import { eventually } from '../jobs/jobs.fixture.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { lockPdf } from './locked-pdf.fixture.ts'
import { HOLDER, makeStatement } from './reader/fixtures/statement.fixture.ts'
import type { CashFlow } from './statement.schema.ts'

const { url, services, log } = await startTestServer({ role: 'all', seedDemo: false, rateLimit: true })
const { write: system } = services.db.system('test')
const company = await makeCompany(services)
const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
const { slug } = await makeLink(services, company.id)
const [month = ''] = lastMonths(new Date().toISOString().slice(0, 10), 1)
const statement = await makeStatement({ month, opening: 900_000 })
const PASSWORD = 'Tulip-4471-Harbor'

async function attach(content: Buffer) {
  const session = await openFormSession(url, slug)
  const headers = { 'x-form-session': session }
  const { body } = await upload(url, { content, headers })
  const { id } = body.data as { id: string }
  const path = `/documents/upload-public/${id}`
  const glance = async () => (await call(url, 'GET', `${path}/statement`, { headers })).body.data
  const unlock = (password: string) => call(url, 'PUT', `${path}/password`, { headers, body: { password } })
  const submit = async () =>
    (await submitApplication(url, session, { legalName: HOLDER }, slug)).body.data?.id ?? ''
  return { id, headers, path, session, glance, unlock, submit }
}

const whenRead = (id: string) =>
  eventually(async () => {
    const { body } = await call(url, 'GET', `/form/submissions/${id}/statements`, { token })
    const found = body.data as CashFlow
    return found.files.every(({ state }) => state !== 'reading') && found
  }, 150)

it('tells the applicant which statement a file is, and nothing more', async () => {
  const { glance } = await attach(statement.pdf)
  expect(await glance()).toEqual({
    state: 'statement',
    month,
    bank: expect.stringMatching(/bank|union|trust/i) as string,
    accountEnding: '1234',
  })
})

it('says that a file is no statement, or cannot be told by its text', async () => {
  const letter = new PDFDocument()
  letter.text('Dear Sir or Madam, please find enclosed our lease of 2026. With kind regards, Rossi Foods LLC')
  letter.end()
  const none = { month: null, bank: null, accountEnding: null }
  expect(await (await attach(await buffer(letter))).glance()).toEqual({ state: 'not_a_statement', ...none })
})

it('opens a locked file within the call and reads the copy; the password is in no row and no log', async () => {
  const { id, glance, unlock, submit } = await attach(await lockPdf(statement.pdf, PASSWORD))
  expect(await glance()).toMatchObject({ state: 'locked', month: null })
  const wrong = await unlock('guess')
  expect(wrong).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) as string } } })
  const opened = await unlock(PASSWORD)
  expect([opened.status, opened.body.data]).toMatchObject([
    200,
    { state: 'statement', month, accountEnding: '1234' },
  ])
  expect((await unlock(PASSWORD)).status).toBe(200)
  const files = await system((db) => db.document.findMany({ where: { OR: [{ id }, { unlockedFrom: id }] } }))
  expect(files.map(({ unlockedFrom, statementMonth }) => [unlockedFrom, statementMonth])).toEqual([[null, null], [id, month]]) // prettier-ignore

  const submission = await submit()
  const { files: read } = await whenRead(submission)
  expect(read.map(({ state, flags }) => [state, flags])).toEqual([['read', []]])
  const desk = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id: submission } }))
  expect([desk.documentCount, desk.nsfCount]).toEqual([1, 1])
  const tables = await system(
    (db) => db.$queryRaw<{ name: string }[]>`
      SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'graphile_worker')`,
  )
  for (const { name } of tables) {
    const rows = await system((db) =>
      db.$queryRawUnsafe<{ text: string }[]>(`SELECT t::text AS text FROM ${name} t`),
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(PASSWORD)
  }
  expect(log.join('')).not.toContain(PASSWORD)
})

it('allows five passwords a file, and erases the copy with it', async () => {
  const { id, headers, path, unlock } = await attach(await lockPdf(statement.pdf, PASSWORD))
  expect((await unlock(PASSWORD)).status).toBe(200)
  for (let count = 0; count < 4; count += 1) expect((await unlock(`guess ${count}`)).status).toBe(400)
  expect((await unlock(PASSWORD)).status).toBe(429)
  const stored = await system((db) => db.document.findMany({ where: { OR: [{ id }, { unlockedFrom: id }] } }))
  expect(stored).toHaveLength(2)
  expect((await call(url, 'DELETE', path, { headers })).status).toBe(200)
  for (const { storedAs } of stored) await expect(services.storage.open(storedAs)).rejects.toThrow()
})
