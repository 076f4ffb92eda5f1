import { expect, it } from 'vitest'
import { lastMonths } from '#domain/statement-month'
import { dollars } from '#domain/messages/statement-reading'
import { eventually } from '../jobs/jobs.fixture.ts'
import { connectMcp, callTool } from '../http/mcp.fixture.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  signIn,
} from '../test/support/factories.ts'
import { pageTexts } from '../submissions/pdf/read-pdf.fixture.ts'
import { startTestServer } from '../test/support/server.ts'
import { SMALL_PDF, upload } from '../test/support/uploads.ts'
import { FUNDER, HOLDER, makeStatement } from './reader/fixtures/statement.fixture.ts'
import { findCashFlow } from './cash-flow.ts'
import { openReading } from './sealed-reading.ts'
import { sampleReading, storeReading } from './statement.fixture.ts'
import type { CashFlow } from './statement.schema.ts'

const { url, services, log } = await startTestServer({ role: 'all', seedDemo: false })
const { write: system } = services.db.system('test')
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const { slug } = await makeLink(services, company.id)
const token = await signIn(url, boss.email)

// The latest months, as older statements are flagged.
const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 2)
const june = await makeStatement({ month: before, opening: 900_000 })
const july = await makeStatement({ month: last, opening: june.closing })

async function apply(...files: Buffer[]): Promise<string> {
  const session = await openFormSession(url, slug)
  for (const [index, content] of files.entries())
    await upload(url, { name: `${index}.pdf`, content, headers: { 'x-form-session': session } })
  const { body } = await submitApplication(url, session, { legalName: HOLDER }, slug)
  return body.data?.id ?? ''
}

async function read(id: string): Promise<CashFlow> {
  const { status, body } = await call(url, 'GET', `/form/submissions/${id}/statements`, { token })
  expect(status).toBe(200)
  return body.data as CashFlow
}
const whenRead = (id: string) =>
  eventually(async () => {
    const found = await read(id)
    return found.files.every(({ state }) => state !== 'reading') && found
  }, 150)
const acts = (act: string, id: string) =>
  system((db) => db.auditEntry.findMany({ where: { act, objectId: id }, orderBy: { id: 'asc' } }))
const waitForLocks = (count: number) =>
  eventually(async () => {
    const waiting = await system(
      (db) => db.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return waiting.length >= count
  })
const deskOf = (id: string) => system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))

it('reads statements after the submit, tells of it, and seals their rows', async () => {
  const id = await apply(june.pdf, july.pdf, SMALL_PDF)
  const { files, months, total } = await whenRead(id)
  expect(files.map(({ state }) => state)).toEqual(['read', 'read', 'not_a_statement'])
  expect(months.map(({ month }) => month)).toEqual([before, last])
  const [first] = files[0]?.accounts ?? []
  expect(first).toMatchObject({ holder: HOLDER, accountEnding: '1234', closingCents: june.closing })
  expect(first?.transactions).toHaveLength(june.account.book.length)
  expect(total.positions).toMatchObject([{ descriptorPrefix: FUNDER, cents: 41_250, frequency: 'daily' }])
  expect(files.flatMap(({ flags }) => flags)).toEqual([])

  const { trueRevenue, nsfCount, positionCount, statementMonths } = await deskOf(id)
  expect([nsfCount, positionCount]).toEqual([2, 1])
  // The months come from the rows, as the files were sent without.
  expect(statementMonths).toEqual([before, last])
  expect(trueRevenue).toBeCloseTo((total.metrics?.trueRevenueCents ?? 0) / 200, 2)
  const events = await system((db) => db.event.findMany({ where: { submissionId: id } }))
  expect(events.map(({ type }) => type)).toContain('statements.read')
  expect((await acts('statements-read', id))[0]).toMatchObject({ actorId: boss.id })
  const stored = await system((db) => db.statementReading.findMany({ where: { submissionId: id } }))
  for (const secret of [FUNDER, HOLDER]) {
    for (const { data } of stored) expect(Buffer.from(data ?? []).includes(secret)).toBe(false)
    expect(log.join('')).not.toContain(secret)
  }
})

async function readPages(id: string): Promise<string[]> {
  const ready = () => system((db) => db.submissionDesk.count({ where: { id, pdfState: 'ready' } }))
  await eventually(async () => (await ready()) === 1, 150)
  const answer = await fetch(`${url}/api/form/pdf/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return pageTexts(Buffer.from(await answer.arrayBuffer()))
}

it('prints a page of cash flow for staff, none for the applicant', async () => {
  const id = await apply(june.pdf, july.pdf)
  const { total } = await whenRead(id)
  const pages = await readPages(id)
  const [page, ...others] = pages.filter((text) => text.includes('Average daily balance'))
  expect(others).toEqual([])
  expect(page).toContain(dollars(total.metrics?.trueRevenueCents ?? 0))
  expect(page).toContain('Northgate Cap')
  const original = await fetch(`${url}/api/form/pdf/${id}?original=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await pageTexts(Buffer.from(await original.arrayBuffer()))).join()).not.toContain('Northgate')
})

it('names the file and the page of each flag in the PDF', async () => {
  const id = await apply(june.pdf, june.pdf)
  await whenRead(id)
  const text = (await readPages(id)).join(' ')
  expect(text).toMatch(/1\.pdf, page 1: .* was sent twice; the first copy counts\./)
})

it('takes a file while a kind is corrected', async () => {
  const id = await apply(june.pdf)
  const documentId = (await whenRead(id)).files[0]?.documentId ?? ''
  const answers = await system(async (tx) => {
    await tx.$queryRaw`SELECT FROM "StatementReading" WHERE "documentId" = ${documentId} FOR UPDATE`
    const path = `/form/submissions/${id}/statements/${documentId}/transactions`
    const body = { account: '1234', payee: 'GREENLEAF PRODUCE', kind: 'fee' }
    const corrected = call(url, 'PUT', path, { token, body })
    await waitForLocks(1)
    const added = upload(url, {
      path: `/documents/form-submission/${id}`,
      headers: { authorization: `Bearer ${token}` },
    })
    await waitForLocks(2)
    return { corrected, added }
  })
  expect((await answers.corrected).status).toBe(200)
  expect((await answers.added).status).toBe(200)
})

it('follows a correction, here and in later statements of the company, and records it', async () => {
  const id = await apply(june.pdf)
  const found = await whenRead(id)
  const [file] = found.files
  const path = `/form/submissions/${id}/statements/${file?.documentId}/transactions`
  const correct = (body: object) => call(url, 'PUT', path, { token, body: { account: '1234', ...body } })
  expect((await correct({ payee: 'Nobody', kind: 'other' })).status).toBe(404)
  expect((await correct({ kind: 'other' })).status).toBe(400)
  const { body } = await correct({ payee: 'GREENLEAF PRODUCE', kind: 'fee' })
  const kinds = ({ files }: CashFlow) =>
    files.flatMap(({ accounts }) => accounts).flatMap(({ transactions }) => transactions)
  const produce = (of: CashFlow) =>
    kinds(of)
      .filter(({ payee }) => payee.startsWith('GREENLEAF'))
      .map(({ kind }) => kind)
  expect(produce(body.data as CashFlow)).toEqual(['fee'])

  const card = kinds(found).find(({ kind }) => kind === 'card')
  const moved = (await correct({ n: card?.n, kind: 'transfer' })).body.data as CashFlow
  const revenue = ({ total }: CashFlow) => total.metrics?.trueRevenueCents ?? 0
  expect(revenue(moved)).toBe(revenue(found) - (card?.cents ?? 0))
  expect((await deskOf(id)).trueRevenue).toBeCloseTo(revenue(moved) / 100, 2)

  const later = await whenRead(await apply(july.pdf))
  const said = ({ payee }: { payee: string }) => payee.startsWith('GREENLEAF')
  expect([body.data as CashFlow, later].map((of) => kinds(of).find(said)?.corrected)).toEqual([
    'here',
    'earlier',
  ])
  expect(produce(later)).toEqual(['fee'])
  expect(kinds(later).filter(({ kind }) => kind === 'transfer')).toHaveLength(1)
  expect((await acts('statement-kinds-corrected', id)).map(({ detail }) => detail)).toEqual([
    { document: file?.documentId, kind: 'fee' },
    { document: file?.documentId, kind: 'transfer', row: card?.n },
  ])
  const [memory] = await system((db) => db.payeeKind.findMany({ where: { companyId: company.id } }))
  expect(memory?.payee).not.toMatch(/greenleaf/i)
})

it('keeps one correction of a row', async () => {
  const id = await apply(june.pdf)
  const documentId = (await whenRead(id)).files[0]?.documentId ?? ''
  const path = `/form/submissions/${id}/statements/${documentId}/transactions`
  for (const kind of ['transfer', 'fee', 'tax'])
    for (const what of [{ n: 1 }, { payee: 'GREENLEAF PRODUCE' }])
      expect((await call(url, 'PUT', path, { token, body: { account: '1234', ...what, kind } })).status).toBe(
        200,
      )
  const corrections = await system(async (tx) => {
    const { data } = await tx.statementReading.findUniqueOrThrow({ where: { documentId } })
    const place = await findCashFlow(tx, id)
    return openReading(services.keys, place, { documentId, data: data ?? new Uint8Array() }).corrections
  })
  const own = corrections.filter(({ n, payee }) => n === 1 || payee?.startsWith('GREENLEAF'))
  expect(own.map(({ kind }) => kind)).toEqual(['tax', 'tax'])
})

it(
  'says of a file that brings a submission over the limit of rows that it is not read for that',
  { tags: ['long'] },
  async () => {
    const id = await apply(june.pdf)
    const documentId = (await whenRead(id)).files[0]?.documentId ?? ''
    const sample = sampleReading(HOLDER)
    const many = sample.accounts.map((account) => ({
      ...account,
      ...(account.state === 'read' && {
        rows: Array.from({ length: 9_990 }, () => account.rows[0]).flatMap((row) => row ?? []),
      }),
    }))
    await storeReading(services, id, documentId, { ...sample, accounts: many })
    await upload(url, {
      content: july.pdf,
      path: `/documents/form-submission/${id}`,
      headers: { authorization: `Bearer ${token}` },
    })
    const { files } = await whenRead(id)
    expect(files.map(({ state, reason }) => [state, reason])).toEqual([
      ['read', null],
      ['not_read', "The submission's statements have more than 10,000 transactions with this file."],
    ])
  },
)

it('reads a file that staff add later, and flags an account of somebody else', async () => {
  const id = await apply(june.pdf)
  await whenRead(id)
  const foreign = await makeStatement({ month: last, opening: 5_000, holder: 'Quill Works Inc' })
  const added = await upload(url, {
    content: foreign.pdf,
    path: `/documents/form-submission/${id}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(added.status).toBe(200)
  const { files } = await whenRead(id)
  expect(files).toHaveLength(2)
  expect(files[1]?.flags.map(({ kind }) => kind)).toEqual(['opening_differs', 'holder_differs'])
})

it('exports the rows as CSV and tells assistants neither rows nor account numbers', async () => {
  const id = await apply(june.pdf)
  await whenRead(id)
  const answer = await fetch(`${url}/api/form/submissions/${id}/statements/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await answer.text()).trim().split('\r\n')
  expect(answer.headers.get('content-disposition')).toContain('statements-')
  expect(lines).toHaveLength(june.account.book.length + 1)
  expect(lines[1]).toContain(`"1234","${before}-01"`)
  expect(await acts('statements-exported', id)).toMatchObject([{ detail: { rows: lines.length - 1 } }])

  const key = await makeApiKey(services, boss.id, ['page:forms'], { companyId: company.id })
  const { data, text } = await callTool(await connectMcp(url, key), 'read_cash_flow', { id })
  expect(data).toMatchObject({ months: [{ month: before }] })
  for (const secret of ['1234', 'SQUARE', HOLDER]) expect(text).not.toContain(secret)
})

it('destroys the rows with the submission', async () => {
  const id = await apply(june.pdf)
  await whenRead(id)
  await call(url, 'POST', '/user/me/confirm', { token, body: { password: 'correct-horse-1' } })
  const gone = await call(url, 'POST', `/form/submissions/${id}/delete`, { token, body: { reason: 'Asked' } })
  expect(gone.status).toBe(200)
  expect(await system((db) => db.statementReading.count({ where: { submissionId: id } }))).toBe(0)
})
