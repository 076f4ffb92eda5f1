// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { documentMessages } from '#domain/messages/document'
import { statementMessages } from '#domain/messages/statements'
import { monthName } from '#domain/month-name'
import { monthsBefore, statementSentence } from '#domain/statement-summary'
import { callTool, connectMcp } from '../../http/mcp.fixture.ts'
import { wholeText } from '../../submissions/pdf/read-pdf.fixture.ts'
import { makeApiKey, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { attach, file, uploaded } from './form-uploads.fixture.ts'
import { DESKTOP, fillIn, formBrowser, submitButton, visit } from './form-visit.ts'
import { panelVisits } from './panel-visit.ts'

/** The form, the panel and the PDF tell the same of the same documents. */

const { url, services } = await startTestServer({ role: 'all', seedDemo: false })
const browser = formBrowser()
const panel = panelVisits(url)
const statement = await samplePdf(0.1)
const company = await makeCompany(services)
const { slug } = await makeLink(services, company.id)
const boss = await makeCompanyAdmin(services, company.id)
const token = await signIn(url, boss.email)
const words = statementMessages.en

test('ten files without months: form, panel and PDF call nothing missing, and show the stored types', async () => {
  const page = await visit(browser(), url, { ...DESKTOP, path: `/form/${slug}` })
  await fillIn(page)
  const names = ['voided check.pdf', ...Array.from({ length: 9 }, (_, n) => `scan ${n + 1}.pdf`)]
  await page.locator('[data-section=uploads]').scrollIntoViewIfNeeded()
  await attach(page, ...names.map((name) => file(name, statement)))
  await uploaded(page, 10)
  /** 'voided check.pdf: Bank statement, Month not known', by the selects that are labelled with the name. */
  const told = (from: Page, labels: ((name: string) => string)[]) =>
    Promise.all(
      names.map(async (name) => {
        const controls = labels.map((label) => from.getByRole('combobox', { name: label(name), exact: true }))
        const values = controls.map((control) => control.locator('option:checked').allInnerTexts())
        return `${name}: ${(await Promise.all(values)).flat().join(', ')}`
      }),
    )
  const inForm = () => told(page, [words.typeOf, words.monthOf])
  const sentence = page.locator('.statement-sentence')
  expect(await sentence.innerText()).toBe('The months of 10 files are not known')
  expect(await inForm()).toEqual(names.map((name) => `${name}: Bank statement, Month not known`))

  // The submit waits for the change.
  await page.route('**/documents.setStatementMonth*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByLabel(words.typeOf('scan 9.pdf')).selectOption('Other document')
  const shown = await inForm()
  expect(shown.at(-1)).toBe('scan 9.pdf: Other document')
  const said = await sentence.innerText()
  expect(said).toBe('The months of 9 files are not known')
  await submitButton(page).click()
  await expect.poll(() => services.db.connections.system.client().formSubmission.count()).toBe(1)

  const findSubmission = () => services.db.connections.system.client().submissionDesk.findFirstOrThrow()
  const { id } = await findSubmission()
  await expect.poll(async () => (await findSubmission()).pdfState, { timeout: 60_000 }).toBe('ready')
  const desk = await panel(`/admin/forms/${id}`, token)
  const documents = desk.getByRole('region', { name: 'Documents', exact: true })
  await documents.getByText(`Bank statements: ${said}`, { exact: true }).waitFor()
  expect(await desk.getByText('missing', { exact: false }).allInnerTexts()).toEqual(['Ask for missing items'])
  const filed = documentMessages.panel
  expect(await told(desk, [filed.typeOf, filed.monthOf])).toEqual(shown)

  const getPdf = () => fetch(`${url}/api/form/pdf/${id}`, { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await getPdf()).status).toBe(200)
  const readPdf = async () => {
    const answer = await getPdf()
    expect(answer.status).toBe(200)
    return (await wholeText(Buffer.from(await answer.arrayBuffer()))).replace(/\s+/g, ' ')
  }
  const pdf = await readPdf()
  expect(pdf).toContain(`Bank statements: ${said}`)
  expect(pdf).not.toContain('missing')
  for (const line of shown) expect(pdf).toContain(line.replace(': ', ' ').replace('Month', 'month'))

  const [first = '', ...others] = monthsBefore(new Date().toISOString().slice(0, 10))
  for (const name of names.slice(1, 9)) await desk.getByLabel(filed.typeOf(name)).selectOption('other')
  await desk.getByLabel(filed.monthOf('voided check.pdf')).selectOption(first)
  const missing = statementSentence(
    [first, ...others],
    { statementMonths: [first], undatedStatements: 0 },
    'en',
  )
  await documents.getByText(`Bank statements: ${missing}`, { exact: true }).waitFor()
  await services.db.connections.system
    .client()
    .submissionDesk.update({ where: { id }, data: { ownerId: boss.id } })
  await desk.reload()
  await desk.getByText(`Ask for statements: ${missing}`).waitFor()
  expect(await readPdf()).toContain(`Bank statements: ${missing}`)
  expect(await readPdf()).toContain(`voided check.pdf Bank statement, ${monthName(first, 'en')}`)
  const client = await connectMcp(
    url,
    await makeApiKey(services, boss.id, ['page:forms'], { companyId: company.id }),
  )
  const { data } = await callTool(client, 'read_submission', { id })
  expect(data).toMatchObject({ statements: missing, undatedStatements: 0 })
  await client.close()
})
