// @module-tag long
import { expect, it } from 'vitest'
import { consentWords } from '#domain/messages/consent'
import { formMessages } from '#domain/messages/form'
import { requestMessages as panel } from '#domain/messages/panel-request'
import { receiptMessages } from '#domain/messages/receipt'
import { requestWords } from '#domain/messages/request'
import { statementMessages } from '#domain/messages/statements'
import { monthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { lockPdf } from '../../statements/locked-pdf.fixture.ts'
import { makeStatement } from '../../statements/reader/fixtures/statement.fixture.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { field, formBrowser, PHONE, signByMouse, visit } from './form-visit.ts'
import { panelVisits } from './panel-visit.ts'

/** The desk asks for missing items, the applicant sends them from a phone, the desk sees them. */

const server = await startTestServer({ role: 'all', seedDemo: false })
const { url, services } = server
/** Its mail server is away. */
const unmailed = await startTestServer({
  role: 'all',
  seedDemo: false,
  smtpUrl: new URL('smtp://127.0.0.1:9'),
})
const open = panelVisits(url)
const openUnmailed = panelVisits(unmailed.url)
const browser = formBrowser()
const statement = await samplePdf(0.1)
const words = requestWords.en

async function apply(email: string, { url, services } = server) {
  const company = await makeCompany(services, { notifyEmails: `desk-${email}` })
  const { slug } = await makeLink(services, company.id)
  const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
  const { body } = await submitApplication(url, await openFormSession(url, slug), { email }, slug)
  const id = body.data?.id ?? ''
  const status = async () => {
    const { body: sent } = await call(url, 'POST', `/form/submissions/${id}/views`, { token })
    return (sent.data as { status: string }).status
  }
  return { id, token, status, path: `/admin/forms/${id}` }
}

async function requestLink(email: string): Promise<string> {
  const isRequest = (mail: string) => mail.includes('needs something')
  await expect.poll(async () => (await mailsTo(services, email)).filter(isRequest)).toHaveLength(1)
  const mail = (await mailsTo(services, email)).find(isRequest) ?? ''
  return `/application#${/\/application#([\w-]+)/.exec(mail)?.[1] ?? ''}`
}

it('asks by mail, takes a file, an answer and a signed correction on a phone, and shows them to the desk', async () => {
  const email = 'ann@bakery.example'
  const { token, status, path } = await apply(email)
  const desk = await open(path, token)
  await desk.getByRole('button', { name: panel.ask }).click()
  const dialog = desk.getByRole('dialog', { name: panel.ask })
  await dialog.getByText(email).waitFor()
  await dialog.getByRole('button', { name: panel.send }).click()
  await dialog.getByText(panel.nothing).waitFor()
  await dialog.getByLabel(words.types.voidedCheck).check()
  await dialog.getByLabel(words.types.driversLicense).check()
  await dialog.getByLabel(panel.questions).fill('Who is your landlord?')
  await dialog.getByLabel(panel.corrections).fill('DBA')
  await desk.getByRole('option', { name: 'DBA name' }).click()
  await dialog.getByLabel(panel.message).fill('The name on your check differs.')
  expect(await axeViolations(desk)).toEqual([])
  await dialog.getByRole('button', { name: panel.send }).click()
  const asked = desk.getByRole('region', { name: panel.title })
  await asked.getByText(panel.states.open, { exact: true }).waitFor()
  expect(await status()).toBe('documents_needed')

  const page = await visit(browser(), url, { ...PHONE, path: await requestLink(email) })
  const request = page.getByRole('region', { name: words.title })
  await request.getByText('The name on your check differs.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const licence = request.getByRole('listitem').filter({ hasText: words.types.driversLicense })
  await licence
    .locator('input[type=file]')
    .setInputFiles({ name: 'dl.pdf', mimeType: 'application/pdf', buffer: statement })
  await licence.getByText(words.states.given).waitFor()
  const check = request.getByRole('listitem').filter({ hasText: words.types.voidedCheck })
  await check.getByText(words.missing).click()
  await check.getByLabel(words.why).fill('No checks any more')
  await check.getByRole('button', { name: words.send }).click()
  await check.getByText(words.states.missing).waitFor()

  expect(await page.getByText('Who is your landlord?').count()).toBe(1)
  await page.getByLabel('Who is your landlord?').fill('Joe Miller')
  await field(page, 'dbaName').fill('New Crust')
  await page.locator('.signature-cover').click()
  await signByMouse(page, page.locator('.signature-sheet canvas'))
  await page.getByRole('button', { name: words.sign }).click()
  await page.locator('#note-signing').getByText(formMessages.problems.consent).waitFor()
  await page.locator('.signature-state.signed').waitFor()
  await page.getByLabel(consentWords.en.agree).click()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: words.sign }).click()
  await request.getByText(words.answered(new Date().toISOString().slice(0, 10))).waitFor()
  await page.reload()
  await request.getByText(words.answered(new Date().toISOString().slice(0, 10))).waitFor()
  for (const told of ['dl.pdf', 'José Peña', 'New Crust', 'The name on your check differs.'])
    expect(await page.getByText(told).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  expect(await status()).toBe('in_review')
  await expect
    .poll(() => mailsTo(services, `desk-${email}`))
    .toContainEqual(expect.stringContaining('Missing items'))
  await desk.reload()
  const additions = desk.getByRole('region', { name: /^Corrected on/ })
  await additions.getByText('New Crust (before: Golden Crust)').waitFor()
  await additions.getByText('Joe Miller').waitFor()
  await asked.getByText(panel.states.answered).waitFor()
  expect(await axeViolations(desk)).toEqual([])
})

it.each(['en', 'es', 'ru'] as const)(
  'says on the page of a request which statement a file is, and opens a locked one after the last answer: %s',
  async (language) => {
    const { id, token } = await apply(`statement-${language}@bakery.example`)
    const [month = ''] = lastMonths(new Date().toISOString().slice(0, 10), 1)
    const { pdf } = await makeStatement({ month, opening: 900_000 })
    const items = [{ kind: 'statement', month }]
    const asked = await call(url, 'POST', `/form/submissions/${id}/requests`, { token, body: { items } })
    const { id: request } = asked.body.data as { id: string }
    const made = await call(url, 'POST', `/form/submissions/${id}/requests/${request}/link`, {
      token,
      body: {},
    })
    const link = (made.body.data as { url: string }).url.split('#')[1] ?? ''
    const page = await visit(browser(), url, { ...PHONE, path: `/application?lang=${language}#${link}` })
    const own = statementMessages[language]
    const region = page.getByRole('region', { name: requestWords[language].title })
    await region
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'july.pdf',
        mimeType: 'application/pdf',
        buffer: await lockPdf(pdf, 'Tulip-4471'),
      })
    await region.getByText(requestWords[language].answered(new Date().toISOString().slice(0, 10))).waitFor()
    await region.getByText(own.passwordNeeded, { exact: true }).waitFor()
    expect(await region.locator('input[type=file]').count()).toBe(0)
    await region.getByLabel(own.passwordOf('july.pdf')).fill('Tulip-4471')
    await region.getByRole('button', { name: own.unlock }).click()
    const told = new RegExp(`^${monthName(month, language)}, .*, ${own.ending('1234')}$`)
    await region.locator('.upload .note').getByText(told).waitFor()
    // Other months were not asked for.
    await region.getByText(own.complete(1), { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  },
)

it('still asks for the password after a reload of the page of an answered request', async () => {
  const { id, token } = await apply('reload@bakery.example')
  const [month = ''] = lastMonths(new Date().toISOString().slice(0, 10), 1)
  const { pdf } = await makeStatement({ month, opening: 900_000 })
  const body = { items: [{ kind: 'statement', month }] }
  const asked = await call(url, 'POST', `/form/submissions/${id}/requests`, { token, body })
  const { id: request } = asked.body.data as { id: string }
  const at = `/form/submissions/${id}/requests/${request}/link`
  const made = await call(url, 'POST', at, { token, body: {} })
  const link = (made.body.data as { url: string }).url.split('#')[1] ?? ''
  const page = await visit(browser(), url, { ...PHONE, path: `/application?lang=en#${link}` })
  const buffer = await lockPdf(pdf, 'Tulip-4471')
  const own = statementMessages.en
  await page
    .locator('.requested input[type=file]')
    .first()
    .setInputFiles({ name: 'july.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText(words.answered(new Date().toISOString().slice(0, 10))).waitFor()
  await page.getByText(own.passwordNeeded, { exact: true }).waitFor()
  const reading = () =>
    services.db.system('test').read((tx) => tx.statementReading.findFirst({ where: { submissionId: id } }))
  await expect.poll(async () => (await reading())?.state, { timeout: 30_000 }).toBe('not_read')
  await page.reload()
  const region = page.getByRole('region', { name: receiptMessages.en.documents })
  await region.getByText(own.passwordNeeded, { exact: true }).waitFor()
  expect(await page.getByLabel(own.passwordOf('july.pdf')).count()).toBe(1)
  expect(await page.locator('input[type=file]').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await region.getByLabel(own.passwordOf('july.pdf')).fill('Tulip-4471')
  await region.getByRole('button', { name: own.unlock }).click()
  await expect.poll(() => page.getByLabel(own.passwordOf('july.pdf')).count()).toBe(0)
  await page.reload()
  await page.getByText(words.answered(new Date().toISOString().slice(0, 10))).waitFor()
  expect(await page.getByText('july.pdf').count()).toBe(0)
})

it('asks about a file of another month than the one that is needed', async () => {
  const { id, token } = await apply('month@bakery.example')
  const [month = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 2)
  const { pdf } = await makeStatement({ month: before, opening: 900_000 })
  const body = { items: [{ kind: 'statement', month }] }
  const asked = await call(url, 'POST', `/form/submissions/${id}/requests`, { token, body })
  const { id: request } = asked.body.data as { id: string }
  const at = `/form/submissions/${id}/requests/${request}/link`
  const made = await call(url, 'POST', at, { token, body: {} })
  const link = (made.body.data as { url: string }).url.split('#')[1] ?? ''
  const page = await visit(browser(), url, { ...PHONE, path: `/application?lang=en#${link}` })
  await page.getByRole('heading', { name: receiptMessages.en.headings.needed }).waitFor()
  const region = page.getByRole('region', { name: words.title })
  const choose = (name: string, buffer: Buffer) =>
    region.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await choose('before.pdf', pdf)
  await region.getByText(words.otherMonth(monthName(before, 'en'), monthName(month, 'en'))).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await region.getByText(words.states.asked, { exact: true }).waitFor()
  const months = async () => {
    const where = { where: { formSessionId: id }, select: { statementMonth: true } }
    const rows = await services.db.system('test').read((tx) => tx.document.findMany(where))
    return rows.map(({ statementMonth }) => statementMonth)
  }
  await expect.poll(months).toEqual([before])
  await region.getByRole('button', { name: words.sendAnyway }).click()
  await region.getByText(words.answered(new Date().toISOString().slice(0, 10))).waitFor()
  expect(await months()).toEqual([month])
  const history = page.getByRole('region', { name: receiptMessages.en.history })
  await history.getByText(receiptMessages.en.entryAnswered).waitFor()
})

it(
  'hands out a link, and a request that is taken back shows that the link has ended',
  { tags: ['long'] },
  async () => {
    const { token, path, id } = await apply('')
    const desk = await open(path, token)
    await desk.getByRole('button', { name: panel.ask }).click()
    await desk.getByText(panel.noRecipient).waitFor()
    await desk.getByLabel(panel.questions).fill('Who is your landlord?')
    await desk.getByRole('button', { name: panel.send }).click()
    const shown = desk.getByRole('dialog', { name: panel.link })
    const link = await shown.getByRole('textbox', { name: panel.link }).inputValue()
    await desk.keyboard.press('Escape')
    await desk.getByText(panel.notMailed, { exact: true }).waitFor()
    const page = await visit(browser(), url, { ...PHONE, path: link.replace(url, '') })
    await page.getByLabel('Who is your landlord?').fill('Joe')
    await desk.getByRole('button', { name: panel.takeBack }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: panel.takeBack }).click()
    await desk.getByText(panel.states.cancelled).waitFor()
    await page.getByRole('button', { name: words.send }).last().click()
    await page.getByText('This link no longer works.').first().waitFor()
    const again = await visit(browser(), url, { ...PHONE, path: link.replace(url, '') })
    await again.getByRole('heading', { name: receiptMessages.en.ended }).waitFor()
    expect(id).not.toBe('')
  },
)

it('shows by itself that a request was not mailed, and how to pass it on', { tags: ['long'] }, async () => {
  const { token, path } = await apply('ann@bakery.example', unmailed)
  const desk = await openUnmailed(path, token)
  await desk.getByRole('button', { name: panel.ask }).click()
  await desk.getByLabel(panel.questions).fill('Who is your landlord?')
  await desk.getByRole('button', { name: panel.send }).click()
  await desk.getByText(panel.notMailedText).waitFor()
  expect(await axeViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: panel.copy }).click()
  const shown = desk.getByRole('dialog', { name: panel.link }).getByRole('textbox', { name: panel.link })
  expect(await shown.inputValue()).toContain('/application#')
})
