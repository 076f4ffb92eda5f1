// @module-tag long
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { STATEMENT_LIMITS } from '#domain/limits'
import { lastMonths } from '#domain/statement-month'
import { eventually } from '../jobs/jobs.fixture.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { pagePicture } from './reader/pdf/page-picture.ts'
import { readPdf } from './reader/pdf/read-pdf.ts'
import { FUNDER, HOLDER, makeStatement } from './reader/fixtures/statement.fixture.ts'
import type { CashFlow } from './statement.schema.ts'

const { url, services } = await startTestServer({ role: 'all', seedDemo: false, recognizeScans: true })

/** The pages of a PDF as pictures, as a scanner makes them. */
async function toScan(pdf: Buffer): Promise<Buffer> {
  const bytes = new Uint8Array(pdf)
  const { pages } = await readPdf(bytes, STATEMENT_LIMITS)
  const scan = new PDFDocument({ autoFirstPage: false, margin: 0 })
  for (let page = 1; page <= pages; page += 1) {
    const { grey, width, height } = await pagePicture(bytes, page)
    const picture = sharp(grey, { raw: { width, height, channels: 1 } })
    const jpeg = await picture.jpeg({ quality: 85 }).toBuffer()
    scan.addPage({ size: [612, 792] }).image(jpeg, 0, 0, { width: 612, height: 792 })
  }
  scan.end()
  return buffer(scan)
}

it('recognizes a scanned statement after the submit, and shows only what it proves', async () => {
  const company = await makeCompany(services)
  const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
  const { slug } = await makeLink(services, company.id)
  const [month = ''] = lastMonths(new Date().toISOString().slice(0, 10), 1)
  const { pdf, account, closing } = await makeStatement({ month, opening: 900_000 })
  const session = await openFormSession(url, slug)
  const headers = { 'x-form-session': session }
  expect((await upload(url, { content: await toScan(pdf), headers })).status).toBe(200)
  const { body } = await submitApplication(url, session, { legalName: HOLDER }, slug)

  const path = `/form/submissions/${body.data?.id ?? ''}/statements`
  const { files, total } = await eventually(async () => {
    const found = (await call(url, 'GET', path, { token })).body.data as CashFlow
    return found.files.every(({ state }) => state !== 'reading') && found
  }, 300)
  expect(files).toMatchObject([{ state: 'read', reason: null, flags: [] }])
  const [read] = files[0]?.accounts ?? []
  expect(read).toMatchObject({ accountEnding: '1234', openingCents: 900_000, closingCents: closing })
  expect(read?.transactions.map(({ date, cents }) => [date, cents])).toEqual(
    account.book.map(({ date, cents }) => [date, cents]),
  )
  expect(total.positions).toMatchObject([{ descriptorPrefix: FUNDER, cents: 41_250, frequency: 'daily' }])
  const pages = await services.db
    .system('test')
    .write((db) => db.statementReading.aggregate({ _sum: { scannedPages: true } }))
  expect(pages._sum.scannedPages).toBeGreaterThan(0)
})
