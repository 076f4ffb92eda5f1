import { buffer } from 'node:stream/consumers'
import { PDF } from '@libpdf/core'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { EVENTS } from '#domain/events'
import { lastMonths } from '#domain/statement-month'
import { eventually } from '../jobs/jobs.fixture.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { smallPng, upload, type Upload } from '../test/support/uploads.ts'
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

async function attach(content: Buffer, sent: Upload = {}) {
  const session = await openFormSession(url, slug)
  const headers = { 'x-form-session': session }
  const { body } = await upload(url, { content, headers, ...sent })
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
  expect(files.map(({ unlockedFrom, statementMonth }) => [unlockedFrom, statementMonth])).toEqual([[null, month], [id, month]]) // prettier-ignore
  // Asked again, as after a reload.
  expect(await glance()).toMatchObject({ state: 'statement', month })

  const submission = await submit()
  const timeline = await call(url, 'GET', `/form/submissions/${submission}/timeline`, { token })
  expect(timeline.body.data).toContainEqual(
    expect.objectContaining({
      kind: 'document',
      act: 'document-unlocked',
      sentence: EVENTS['document-unlocked'].label,
    }),
  )
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

/** An application that takes more files by a token. */
async function addLater(content: Buffer, given: { token: string; fields?: Record<string, string> }) {
  const fields = { token: given.token, ...given.fields }
  const { body } = await upload(url, { content, fields, path: '/application/documents' })
  const { id } = body.data as { id: string }
  const path = `/application/documents/${id}`
  const look = { token: given.token, setsMonth: true }
  const glance = (changes: object = {}) =>
    call(url, 'POST', `${path}/statement`, { body: { ...look, ...changes } })
  const unlock = (password: string, changes: object = {}) =>
    call(url, 'PUT', `${path}/password`, { body: { ...look, password, ...changes } })
  const rows = () =>
    system((db) =>
      db.document.findMany({ where: { OR: [{ id }, { unlockedFrom: id }] }, orderBy: { id: 'asc' } }),
    )
  return { id, glance, unlock, months: async () => (await rows()).map((row) => row.statementMonth) }
}

async function submitted() {
  const session = await openFormSession(url, slug)
  const { body } = await submitApplication(url, session, { legalName: HOLDER }, slug)
  return { submission: body.data?.id ?? '', receipt: body.data?.receiptToken ?? '' }
}

it('tells a file that was added later to the link it came by, takes its month unless one is chosen, and reads an unlocked copy', async () => {
  const { submission, receipt } = await submitted()
  const other = await submitted()
  const plain = await addLater(statement.pdf, { token: receipt })
  for (const stranger of [other.receipt, `${receipt}x`])
    expect((await plain.glance({ token: stranger })).status).toBe(404)
  expect((await plain.glance({ setsMonth: false })).status).toBe(200)
  const seen = await plain.glance()
  expect(Object.keys(seen.body.data as object).sort()).toEqual(['accountEnding', 'bank', 'month', 'state'])
  expect(seen.body.data).toMatchObject({ state: 'statement', month, accountEnding: '1234' })
  expect(await plain.months()).toEqual([month])
  const chosen = { where: { id: plain.id }, data: { statementMonth: '2020-01' } }
  await system((db) => db.document.update(chosen))
  expect((await plain.glance()).body.data).toMatchObject({ month })
  expect(await plain.months()).toEqual(['2020-01'])

  const locked = await addLater(await lockPdf(statement.pdf, PASSWORD), { token: receipt })
  expect((await locked.glance()).body.data).toMatchObject({ state: 'locked', month: null })
  expect((await locked.unlock(PASSWORD, { token: other.receipt })).status).toBe(404)
  expect((await locked.unlock('guess')).body.fields).toHaveProperty('password')
  expect((await locked.unlock(PASSWORD)).body.data).toMatchObject({ state: 'statement', month })
  expect(await locked.months()).toEqual([month, month])
  const { files } = await whenRead(submission)
  expect(files.map(({ state }) => state)).toEqual(['read', 'read'])
  expect(log.join('')).not.toContain(PASSWORD)
})

it('tells by the link of a request only of files that came by it, also once it is answered', async () => {
  const { submission, receipt } = await submitted()
  const before = await addLater(statement.pdf, { token: receipt })
  const items = [{ kind: 'statement', month }]
  const asked = await call(url, 'POST', `/form/submissions/${submission}/requests`, {
    token,
    body: { items },
  })
  const request = (asked.body.data as { id: string }).id
  const path = `/form/submissions/${submission}/requests/${request}/link`
  const link = (await call(url, 'POST', path, { token, body: {} })).body.data as { url: string }
  const byLink = link.url.split('#')[1] ?? ''
  const locked = await addLater(await lockPdf(statement.pdf, PASSWORD), {
    token: byLink,
    fields: { statementMonth: month },
  })
  const answers = [{ item: 0, document: locked.id }]
  const body = { token: byLink, answers }
  expect((await call(url, 'POST', '/application/request/answer', { body })).body.data).toEqual({ open: 0 })
  expect((await before.glance({ token: byLink })).status).toBe(404)
  const named = async () => {
    const { data } = (await call(url, 'POST', '/application/state', { body: { token: byLink } })).body
    return (data as { documents: { id: string }[] }).documents.map(({ id }) => id)
  }
  await whenRead(submission)
  expect(await named()).toEqual([locked.id])
  expect((await locked.unlock(PASSWORD)).body.data).toMatchObject({ state: 'statement', month })
  expect(await named()).toEqual([])
})

it('says what a file is that needs no password, and counts no try of one', async () => {
  const file = await PDF.load(new Uint8Array(statement.pdf))
  file.setProtection({ ownerPassword: 'another', permissions: { modify: false } })
  const photo = { name: 'photo.png', type: 'image/png' }
  for (const [content, sent, state] of [
    [statement.pdf, {}, 'statement'],
    [Buffer.from(await file.save()), {}, 'statement'],
    [await smallPng(), photo, 'unknown'],
  ] as const) {
    const { id, unlock } = await attach(content, sent)
    for (let count = 0; count < 6; count += 1)
      expect(await unlock(`guess ${count}`)).toMatchObject({ status: 200, body: { data: { state } } })
    expect(await system((db) => db.document.count({ where: { unlockedFrom: id } }))).toBe(0)
  }
  const { receipt } = await submitted()
  const later = await addLater(statement.pdf, { token: receipt })
  expect((await later.unlock(PASSWORD)).body.data).toMatchObject({ state: 'statement', month })
  expect(await later.months()).toEqual([month])
})

it('allows five passwords a file beside the one that opened it first, and erases the copy with it', async () => {
  const { id, headers, path, unlock } = await attach(await lockPdf(statement.pdf, PASSWORD))
  expect((await unlock(PASSWORD)).status).toBe(200)
  expect((await unlock(PASSWORD)).status).toBe(200)
  for (let count = 0; count < 4; count += 1) expect((await unlock(`guess ${count}`)).status).toBe(400)
  expect((await unlock(PASSWORD)).status).toBe(429)
  const stored = await system((db) => db.document.findMany({ where: { OR: [{ id }, { unlockedFrom: id }] } }))
  expect(stored).toHaveLength(2)
  expect((await call(url, 'DELETE', path, { headers })).status).toBe(200)
  for (const { storedAs } of stored) await expect(services.storage.open(storedAs)).rejects.toThrow()
})
