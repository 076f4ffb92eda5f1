import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accountMessages } from '#domain/messages/panel-account'
import { funderMessages } from '#domain/messages/panel-funder'
import { packageMessages as words } from '#domain/messages/panel-package'
import { requestMessages } from '#domain/messages/panel-request'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { BROKEN_PDF, pagedPdf } from '../support/sample-pdfs.ts'
import { startTestServer } from '../support/server.ts'
import { upload } from '../support/uploads.ts'
import { choose, dialog, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Funders are entered, compared with a submission and sent packages, on the real server and the built panel. */

const server = await startTestServer({ role: 'all', seedDemo: false })
const { url, services } = server
const open = panelVisits(url)
const { write: system } = services.db.system('test')

async function tenant() {
  const company = await makeCompany(services)
  const boss = await makeCompanyAdmin(services, company.id)
  return { company, boss, token: await signIn(url, boss.email) }
}
type Tenant = Awaited<ReturnType<typeof tenant>>

async function apply({ company }: Tenant, files: Record<string, Buffer>): Promise<string> {
  const link = await makeLink(services, company.id)
  const session = await openFormSession(url, link.slug)
  for (const [name, content] of Object.entries(files))
    expect((await upload(url, { name, content, headers: { 'x-form-session': session } })).status).toBe(200)
  const answers = { legalName: 'Ash Bakery LLC', sales: '30,000', state: 'NY', advanceAmount: '50000' }
  return (await submitApplication(url, session, answers, link.slug)).body.data?.id ?? ''
}

const section = (page: Page) => page.getByRole('region', { name: words.title, exact: true })
const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const criterion = funderMessages.criterionNames

describe('Funders', () => {
  it('are entered with what they take, changed with the password, and deleted', async () => {
    const { token, boss } = await tenant()
    const page = await open('/admin/funders', token)
    await page.getByText(funderMessages.empty).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: funderMessages.createFirst }).click()
    const create = dialog(page, funderMessages.createTitle)
    await create.getByRole('button', { name: 'Save' }).click()
    await create.getByText(funderMessages.name.needed).waitFor()
    await create.getByLabel(funderMessages.name.label).fill('Bay Capital')
    const emails = create.getByLabel(funderMessages.emails.label)
    await emails.fill('nobody,')
    await create.getByLabel(criterion.maxNsf).fill('6')
    await create.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => emails.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Backspace')
    await create.getByLabel(criterion.maxNsf).fill('')
    await emails.fill('deals@bay.example, uw@bay.example,')
    await create.getByLabel(criterion.minTrueRevenue).fill('25000')
    await create.getByLabel(criterion.naturesExcluded).fill('Car dealer')
    await page.keyboard.press('Enter')
    await choose(page, criterion.statesExcluded, 'calif', 'California')
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await create.getByRole('button', { name: 'Save' }).click()
    await notice(page, funderMessages.saved)
    await row(page, 'Bay Capital').getByText('deals@bay.example, uw@bay.example').waitFor()
    const made = (await call(url, 'GET', '/funder/get', { token })).body.data
    expect(made).toMatchObject([
      { criteria: { minTrueRevenue: 25_000, naturesExcluded: ['Car dealer'], statesExcluded: ['CA'] } },
    ])

    await system((db) =>
      db.loginSession.updateMany({ where: { userId: boss.id }, data: { confirmedAt: new Date(0) } }),
    )
    await page.getByRole('button', { name: 'Bay Capital', exact: true }).click()
    const edit = dialog(page, funderMessages.edit('Bay Capital'))
    await edit.getByLabel(funderMessages.emails.label).fill('new@bay.example,')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel(accountMessages.confirm.password, { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: accountMessages.confirm.submit }).click()
    await row(page, 'Bay Capital').getByText('uw@bay.example, new@bay.example').waitFor()

    await page.getByRole('button', { name: funderMessages.delete('Bay Capital') }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await notice(page, funderMessages.deleted)
    await page.getByText(funderMessages.empty).waitFor()
  })

  it('are imported from a file', { tags: ['long'] }, async () => {
    const { token } = await tenant()
    const page = await open('/admin/funders', token, PHONE)
    await page.getByText(funderMessages.empty).waitFor()
    await page.goto(`${url}/admin/import?of=funders`)
    const csv = 'name,emails,maxNsf\nBay Capital,deals@bay.example,3\nNorth Fund,,\n'
    const file = { name: 'funders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Import 2 funders' }).click()
    await page.getByRole('list').getByText('Bay Capital').first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })
})

describe('on the page of a submission, funders', () => {
  it('are compared, sent what is shown before, and taken back from', async () => {
    const place = await tenant()
    const { token } = place
    const funder = (body: object) => call(url, 'POST', '/funder/create', { token, body })
    await funder({
      name: 'Bay Capital',
      emails: ['deals@bay.example'],
      hidesContact: true,
      criteria: { minTrueRevenue: 25_000, statesExcluded: ['CA'] },
    })
    await funder({
      name: 'North Fund',
      emails: ['new@north.example'],
      criteria: { minTrueRevenue: 40_000, maxNsf: 3 },
    })
    const id = await apply(place, { 'july.pdf': await pagedPdf(), 'broken.pdf': BROKEN_PDF })
    const page = await open(`/admin/forms/${id}`, token)
    const funders = section(page)
    await funders.scrollIntoViewIfNeeded()
    const fit = funders.getByRole('table', { name: words.fitOf('Bay Capital') })
    const revenue = fit.getByRole('row').filter({ hasText: criterion.minTrueRevenue })
    await revenue.getByText('$30,000').waitFor()
    await revenue.getByText(words.sources.answers).waitFor()
    await revenue.getByText(words.states.met, { exact: true }).waitFor()
    await funders.getByText('North Fund').click()
    const other = funders.getByRole('table', { name: words.fitOf('North Fund') })
    await other.getByText(words.states.missed, { exact: true }).waitFor()
    await other.getByText(words.states.unknown, { exact: true }).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])

    await funders.getByRole('button', { name: words.send }).click()
    const send = dialog(page, words.send)
    await send.getByRole('button', { name: words.sendAction }).click()
    await send.getByText(words.nothing).waitFor()
    for (const name of ['Bay Capital', 'North Fund']) await send.getByLabel(name).check()
    await send.getByLabel(words.message, { exact: true }).fill('In a hurry.')
    const preview = send.getByRole('region', { name: words.preview })
    await preview.getByText(words.hidden('Bay Capital')).waitFor()
    await preview.getByText(words.shown('North Fund')).waitFor()
    await preview.getByText(words.full).waitFor()
    await preview.getByText('2 documents: ').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await send.getByRole('button', { name: words.sendAction }).click()
    const question = page.getByRole('alertdialog', { name: words.unmarkedTitle })
    await question.getByText('broken.pdf').waitFor()
    await question.getByRole('button', { name: words.unmarkedAction }).click()
    await notice(page, words.sent(2))
    const sent = (name: string) => funders.getByRole('article', { name })
    await sent('North Fund').getByText(words.packageStates.sent, { exact: true }).waitFor()
    await sent('Bay Capital')
      .getByText('Application in full, cash flow, 2 documents, 1 of them unmarked')
      .waitFor()
    await expect.poll(async () => (await mailsTo(services, 'new@north.example')).length).toBe(1)
    await page.getByText('With funder', { exact: true }).first().waitFor()

    await funders.getByRole('button', { name: words.send }).click()
    await send.getByLabel('North Fund').check()
    await send.getByLabel('broken.pdf').uncheck()
    await send.getByRole('button', { name: words.sendAction }).click()
    const again = page.getByRole('alertdialog', { name: words.againTitle })
    await again.getByText('North Fund').waitFor()
    await again.getByRole('button', { name: words.againAction }).click()
    await notice(page, words.sent(1))
    await expect.poll(() => sent('North Fund').count()).toBe(2)

    await sent('Bay Capital').getByRole('button', { name: words.copyNumber }).click()
    const number = page.getByRole('textbox', { name: words.copyNumber })
    const topOf = (each: Locator) => each.evaluate((element) => element.getBoundingClientRect().top)
    const content = page.getByRole('dialog').locator('.MuiDialogContent-root')
    // Its line box begins above its letters.
    expect(await topOf(content.locator('label'))).toBeGreaterThan((await topOf(content)) - 3)
    expect(await number.inputValue()).toMatch(/^[0-9A-Z-]{16,}$/)
    await page.keyboard.press('Escape')
    await sent('Bay Capital').getByRole('button', { name: words.withdraw }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.withdraw }).click()
    await sent('Bay Capital').getByText(words.packageStates.withdrawn, { exact: true }).waitFor()
    await sent('Bay Capital').getByRole('button', { name: words.withdraw }).waitFor({ state: 'detached' })
  })

  it(
    'stand on a phone without scrolling sideways, and say what to do where there are none',
    { tags: ['long'] },
    async () => {
      const place = await tenant()
      const id = await apply(place, {})
      const page = await open(`/admin/forms/${id}`, place.token, PHONE)
      await page.getByRole('button', { name: words.title, exact: true }).click()
      await section(page).getByText(words.noFunders).waitFor()
      await section(page).getByText(words.none).waitFor()
      expect(await scrollsSideways(page)).toBe(false)
      await section(page).getByRole('link', { name: words.toFunders }).click()
      await page.getByText(funderMessages.empty).waitFor()
    },
  )

  it('start a request with what a funder wants to see', { tags: ['long'] }, async () => {
    const place = await tenant()
    const id = await apply(place, {})
    const emails = ['wants@north.example']
    const data = { companyId: place.company.id, name: 'North Fund', emails, asksCode: false }
    const { id: funder } = await system((client) => client.funder.create({ data }))
    const body = { funderIds: [funder], withApplication: true }
    await call(url, 'POST', `/form/submissions/${id}/packages`, { token: place.token, body })
    await expect.poll(async () => (await mailsTo(services, 'wants@north.example')).length).toBe(1)
    const [mail] = await mailsTo(services, 'wants@north.example')
    const token = /\/package#([\w.=-]+)/.exec(mail ?? '')?.[1]?.replaceAll('=3D', '=')
    const asked = { token, kind: 'ask', text: 'The lease\nA voided check' }
    expect((await call(url, 'POST', '/package/answer', { body: asked })).status).toBe(200)

    const page = await open(`/admin/forms/${id}`, place.token)
    const requests = page.getByRole('region', { name: requestMessages.title })
    await requests.getByText(requestMessages.wantedBy('North Fund')).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await requests.getByRole('button', { name: requestMessages.ask }).click()
    const ask = dialog(page, requestMessages.ask)
    expect(await ask.getByLabel(requestMessages.other).inputValue()).toBe('The lease\nA voided check')
    await ask.getByRole('button', { name: requestMessages.send }).click()
    await requests.getByText(requestMessages.states.open, { exact: true }).waitFor()
    await requests.getByText('A voided check').waitFor()
    expect(await requests.getByText(requestMessages.wantedBy('North Fund')).count()).toBe(0)
  })
})
