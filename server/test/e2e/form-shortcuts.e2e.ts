// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { formMessages } from '#domain/messages/form'
import { formMessagesEs } from '#domain/messages/form-es'
import { makeCompany, makeLink } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { DESKTOP, field, formBrowser, PHONE, reach, ready, submitButton, visit } from './form-visit.ts'

/** Answers that need no typing, and what is said of the sensitive ones. */

const server = await startTestServer()
const browser = formBrowser()
const { sameAs, reasons } = formMessages

async function open(options = {}): Promise<Page> {
  const page = await visit(browser(), server.url, { ...DESKTOP, path: '/form/demo?lang=en', ...options })
  await ready(page)
  return page
}

const offered = (page: Page, name: string) => page.locator(`.field:has([name=${name}]) .same`)

test('a phone number, an address and a name are taken over with one tap, and stay open to changes', async () => {
  const page = await open()
  expect(await page.locator('.same').count()).toBe(0)
  const business = {
    businessPhone: '2125550187',
    address: '12 Mulberry Street',
    city: 'New York',
    zip: '10013',
  }
  for (const [name, answer] of Object.entries(business)) await field(page, name).fill(answer)
  await field(page, 'state').selectOption('NY')
  await field(page, 'partner1Name').fill('José Peña')

  await page.getByLabel(sameAs.businessAddress).first().check()
  await offered(page, 'partner1Phone').getByLabel(sameAs.businessPhone).check()
  await offered(page, 'cellPhone').getByLabel(sameAs.businessPhone).check()
  await page.getByLabel(sameAs.partner1).check()
  const taken = {
    partner1Address: '12 Mulberry Street',
    partner1City: 'New York',
    partner1State: 'NY',
    partner1Zip: '10013',
    partner1Phone: '(212) 555-0187',
    cellPhone: '(212) 555-0187',
    signer1Name: 'José Peña',
  }
  for (const [name, answer] of Object.entries(taken))
    expect(await field(page, name).inputValue(), name).toBe(answer)

  await field(page, 'partner1City').fill('Yonkers')
  expect(await offered(page, 'partner1Address').count()).toBe(0)
  await page.getByLabel(sameAs.partner1).uncheck()
  expect(await field(page, 'signer1Name').inputValue()).toBe('')
})

test('the box of an offer keeps its size beside an answer that is missing', async () => {
  const page = await open()
  await field(page, 'businessPhone').fill('2125550187')
  await submitButton(page).click()
  await page.locator('.field.wrong:has([name=partner1Phone])').waitFor()
  const box = await offered(page, 'partner1Phone').locator('input').boundingBox()
  expect([box?.width, box?.height]).toEqual([20, 20])
})

test('nothing that was typed is offered to be overwritten', async () => {
  const page = await open()
  await field(page, 'cellPhone').fill('9175550142')
  await field(page, 'signer1Name').fill('Ana Ñúñez')
  await field(page, 'businessPhone').fill('2125550187')
  await field(page, 'partner1Name').fill('José Peña')
  expect(await offered(page, 'cellPhone').count()).toBe(0)
  expect(await offered(page, 'signer1Name').count()).toBe(0)
  expect(await field(page, 'signer1Name').inputValue()).toBe('Ana Ñúñez')
})

test('what is taken over is kept for the next visit', async () => {
  const page = await open(PHONE)
  await field(page, 'businessPhone').fill('2125550187')
  await offered(page, 'cellPhone').getByRole('checkbox').check()
  await page.getByText(formMessages.draft.saved, { exact: true }).waitFor()
  await page.reload()
  await page.getByText(formMessages.draft.welcomeBack).waitFor()
  expect(await field(page, 'cellPhone').inputValue()).toBe('(212) 555-0187')
  expect(await offered(page, 'cellPhone').getByRole('checkbox').isChecked()).toBe(true)
})

test('an amount shows its unit and is sent as it was typed; a finger finds the minus sign', async () => {
  const page = await open(PHONE)
  await (await reach(field(page, 'bankBalance'))).fill('12500')
  await page.getByRole('button', { name: formMessages.negative }).click()
  await field(page, 'bankBalance').press('Tab')
  expect(await field(page, 'bankBalance').inputValue()).toBe('-12,500')
  const unit = () =>
    page
      .locator('.amount:has([name=bankBalance])')
      .evaluate((box) => getComputedStyle(box, '::before').content)
  expect(await unit()).toBe('"$"')
  await field(page, 'bankBalance').fill('$12,500')
  expect(await unit()).not.toBe('"$"')
})

test('a kept answer looks answered', async () => {
  const page = await open()
  for (const [name, answer] of [
    ['partner1SSN', '123-45-6789'],
    ['partner1DOB', '1980-05-17'],
  ] as const)
    await field(page, name).fill(answer)
  await field(page, 'city').focus()
  await page.getByText(formMessages.draft.saved, { exact: true }).waitFor()
  await page.reload()
  await page.getByText(formMessages.draft.secretsKept).waitFor()
  const drawn = (name: string, part: string) =>
    page
      .locator(`.kept:has([name=${name}])`)
      .evaluate((box, part) => getComputedStyle(box, part).content, part)
  expect(await drawn('partner1SSN', '::after')).toBe(`"✓ ${formMessages.signature.keptState}"`)
  expect(await drawn('partner1DOB', '::before')).toBe('"••/••/••••"')
  await field(page, 'partner1DOB').click()
  expect(await drawn('partner1DOB', '::before')).toBe('none')
})

test('it is said why sensitive answers are asked, in the company’s words if it has some', async () => {
  const page = await open()
  expect(await page.locator('#note-partner1SSN').innerText()).toBe(reasons.ssn)
  expect(await page.locator('#note-partner1DOB').innerText()).toBe(reasons.birthDate)
  await page.getByText(reasons.signature).waitFor()

  const company = await makeCompany(server.services, {
    applicantSettings: {
      ...DEFAULT_APPLICANT_SETTINGS,
      reasons: { ssn: 'Our lender needs it.', birthDate: '', signature: '' },
      translations: { es: 'AUTORIZACIÓN\nUsted autoriza a {companyName}.', ru: '' },
    },
  })
  const { slug } = await makeLink(server.services, company.id)
  const own = await open({ path: `/form/${slug}?lang=es` })
  expect(await own.locator('#note-partner1SSN').innerText()).toBe('Our lender needs it.')
  expect(await own.locator('#note-partner1DOB').innerText()).toBe('')
  expect(await own.getByText(formMessagesEs.reasons.signature).count()).toBe(0)
  await own.getByText(formMessagesEs.bindingText).waitFor()
  expect(await own.locator('.authorization[lang=es]').innerText()).toContain(
    `Usted autoriza a ${company.nameOut}.`,
  )
  expect(await own.locator('.authorization[lang=en]').count()).toBe(1)
})
