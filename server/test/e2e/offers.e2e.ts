import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { packageMessages } from '#domain/messages/panel-package'
import { linkWords } from '#domain/messages/link-dialog'
import { offerMessages as words, reportMessages } from '#domain/messages/panel-offer'
import { shownOfferWords } from '#domain/messages/shown-offers'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { dialog, panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

/** From the first offer to the renewal, on the real server and the built pages. */

const server = await startTestServer({ role: 'all', seedDemo: false })
const { url, services } = server
const open = panelVisits(url)
const { write: system } = services.db.system('test')

async function apply() {
  const company = await makeCompany(services, { nameOut: 'Alpha Capital' })
  const boss = await makeCompanyAdmin(services, company.id)
  const { slug } = await makeLink(services, company.id)
  const answers = { legalName: 'Ash Bakery LLC', advanceAmount: '50000' }
  const session = await openFormSession(url, slug)
  const { id = '', receiptToken = '' } =
    (await submitApplication(url, session, answers, slug)).body.data ?? {}
  await system(async (db) => {
    await db.submissionDesk.update({
      where: { id },
      data: { status: 'with_funder', statusKey: 'with_funder' },
    })
    for (const name of ['Bay Capital', 'North Funding'])
      await db.funder.create({ data: { companyId: company.id, name } })
  })
  return { id, slug, receiptToken, token: await signIn(url, boss.email) }
}

const shot = async (page: Page, name: string) => {
  const folder = process.env.OFFER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const section = (page: Page) => page.getByRole('region', { name: words.title, exact: true })
const card = (page: Page, name: string) => section(page).getByRole('article', { name })
const { dialog: labels } = words
const confirmation = (page: Page, name: string) => page.getByRole('alertdialog', { name })

/** The section above loads when it comes into view, which moves this one: wait for it before pressing buttons. */
async function settle(page: Page) {
  await section(page).scrollIntoViewIfNeeded()
  const above = page.getByRole('region', { name: packageMessages.title, exact: true })
  await above.getByText('Bay Capital').first().waitFor()
}

async function pick(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).last().click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function enter(page: Page, funder: string, terms: Record<string, string>) {
  await section(page).getByRole('button', { name: words.add }).click()
  const form = dialog(page, words.add)
  await pick(page, labels.of, funder)
  for (const [label, value] of Object.entries(terms)) await form.getByLabel(label).fill(value)
  return form
}

it('leads from offers over the applicant’s wish to funded and renewed', async () => {
  const { id, receiptToken, token } = await apply()
  const page = await open(`/admin/forms/${id}`, token, { viewport: { width: 1280, height: 900 } })
  await section(page).getByText(words.none).waitFor()
  await settle(page)
  await shot(page, 'offers-empty-1280')
  const first = await enter(page, 'Bay Capital', {
    [labels.amount]: '50000',
    [labels.factor]: '1.32',
    [labels.paymentCount]: '120',
    [labels.fees]: '995',
    [labels.commissionPercent]: '8',
  })
  await first.getByText(/Payback \$66,000, payments of \$550, cost \$16,995, APR/).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await shot(page, 'offer-dialog-1280')
  await first.getByRole('button', { name: words.save }).click()
  await card(page, 'Bay Capital').getByText('$49,005').waitFor()
  const second = await enter(page, 'North Funding', {
    [labels.amount]: '45000',
    [labels.factor]: '1.25',
    [labels.paymentCount]: '126',
  })
  await second.getByRole('button', { name: words.save }).click()
  await card(page, 'North Funding').getByText(words.best.cost).waitFor()
  await card(page, 'Bay Capital').getByText(words.best.net).waitFor()
  for (const name of ['Bay Capital', 'North Funding'])
    await card(page, name).getByRole('button', { name: words.show }).click()
  await card(page, 'North Funding').getByText(words.shown).waitFor()
  await card(page, 'Bay Capital').getByText(words.shown).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await shot(page, 'offers-1280')

  const phone = await open(`/application#${receiptToken}`, null, PHONE)
  const offers = phone.getByRole('region', { name: shownOfferWords.en.title })
  await offers.getByText('You pay back $66,000 in 120 payments of $550, one each business day.').waitFor()
  expect(await offers.getByText(/Bay Capital|North Funding/).count()).toBe(0)
  expect(await scrollsSideways(phone)).toBe(false)
  expect(await axeViolationsInBothSchemes(phone)).toEqual([])
  await shot(phone, 'applicant-390')
  await offers.getByRole('button', { name: shownOfferWords.en.want }).last().click()
  await offers.getByText(shownOfferWords.en.wanted).waitFor()

  await page.reload()
  await card(page, 'North Funding').getByText(words.wanted).waitFor()
  await card(page, 'North Funding').getByRole('button', { name: words.choose }).click()
  await confirmation(page, words.choose).getByRole('button', { name: words.choose }).click()
  await card(page, 'North Funding').getByText(words.chosen, { exact: true }).waitFor()
  await page.getByRole('button', { name: /Approved/ }).waitFor()
  await section(page).getByRole('button', { name: words.funded.title }).click()
  const funding = dialog(page, words.funded.title)
  expect(await funding.getByLabel(words.funded.amount).inputValue()).toBe('45000')
  await funding.getByLabel(words.funded.commission).fill('3600')
  await funding.getByRole('button', { name: 'Add' }).click()
  await pick(page, words.funded.user, 'Test User')
  await funding.getByLabel(words.funded.percent).fill('40')
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await shot(page, 'fund-dialog-1280')
  await funding.getByRole('button', { name: words.save }).click()
  await section(page).getByText('$3,600').waitFor()
  await section(page).getByText(words.funded.half).waitFor()
  await section(page).getByRole('button', { name: words.renewal.renew }).click()
  await confirmation(page, words.renewal.renew).getByRole('button', { name: words.renewal.renew }).click()
  await page.getByText(words.renewal.mailed).first().waitFor()
  const mails = await mailsTo(services, fullApplication().email ?? '')
  const [link = ''] =
    /\/form\/[\w-]+\?renewal#move=[\w-]{43}/.exec(mails.join('').replaceAll('=3D', '=')) ?? []
  await shot(page, 'funded-1280')

  const merchant = await open(link, null, PHONE)
  await merchant.getByRole('alertdialog', { name: linkWords.en.move.renewTitle }).waitFor()
  await merchant.getByRole('button', { name: /continue/i }).click()
  await expect.poll(() => merchant.getByLabel(/legal/i).first().inputValue()).toBe('Ash Bakery LLC')

  await page.goto(`${url}/admin/funders`)
  await page.getByRole('link', { name: reportMessages.open }).click()
  await page.getByRole('table', { name: reportMessages.groups.funder }).getByText('North Funding').waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await shot(page, 'report-1280')
  for (const [path, name] of [
    ['/admin/funders/report', 'report-390'],
    [`/admin/forms/${id}`, 'offers-390'],
  ] as const) {
    const small = await open(path, token, PHONE)
    if (name === 'offers-390') await small.getByRole('button', { name: 'Funders', exact: true }).click()
    await small.getByText('North Funding').first().waitFor()
    expect(await scrollsSideways(small)).toBe(false)
    await shot(small, name)
  }
  expect((await call(url, 'GET', `/form/submissions/${id}/offers`, { token })).status).toBe(200)
})

it(
  'shows what a colleague enters while the file is open, and keeps what was typed from Back',
  { tags: ['long'] },
  async () => {
    const { id, token } = await apply()
    const page = await open('/admin/forms', token, { viewport: { width: 1280, height: 900 } })
    await page.getByRole('link', { name: 'Ash Bakery LLC' }).first().click()
    const next = page.locator('dl', { hasText: 'Next step' }).first()
    await next.getByText(/Waiting for the funder/).waitFor()
    await section(page).getByText(words.none).waitFor()
    await settle(page)
    await page.waitForResponse('**/form.presence**')
    const { data } = (await call(url, 'GET', '/funder/get', { token })).body
    const funderId = (data as { id: string }[])[0]?.id
    const body = { kind: 'offer', funderId, amount: 5000, factor: 1.2, paymentCount: 60, frequency: 'daily' }
    expect((await call(url, 'POST', `/form/submissions/${id}/offers`, { token, body })).status).toBe(200)
    await section(page).getByRole('article').getByText('$6,000').waitFor()
    await next.getByText('Choose an offer').waitFor()

    await section(page).getByRole('button', { name: words.add }).click()
    await dialog(page, words.add).getByLabel(labels.amount).fill('4321')
    await page.goBack()
    await confirmation(page, dialogMessages.unsavedTitle)
      .getByRole('button', { name: dialogMessages.keepEditing })
      .click()
    expect(await dialog(page, words.add).getByLabel(labels.amount).inputValue()).toBe('4321')
  },
)

it('offers the provider only funders of the submission’s company', async () => {
  const [{ id }, other] = [await apply(), await makeCompany(services)]
  await system((db) => db.funder.create({ data: { companyId: other.id, name: 'Elsewhere' } }))
  const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const page = await open(`/admin/forms/${id}`, token, { viewport: { width: 1280, height: 900 } })
  await settle(page)
  await section(page).getByRole('button', { name: words.add }).click()
  await dialog(page, words.add).getByRole('combobox', { name: labels.of }).click()
  await page.getByRole('option').first().waitFor()
  expect((await page.getByRole('option').allTextContents()).toSorted()).toEqual([
    'Bay Capital',
    'North Funding',
  ])
})
