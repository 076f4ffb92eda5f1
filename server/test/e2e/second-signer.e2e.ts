// @module-tag long
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { formMessages } from '#domain/messages/form'
import { linkWords } from '#domain/messages/link-dialog'
import { secondSignerWords } from '#domain/messages/second-signer'
import { consentWords } from '#domain/messages/consent'
import { companyMessages } from '#domain/messages/panel-company'
import { submissionMessages } from '#domain/messages/panel-submission'
import { wholeText } from '../../submissions/pdf/read-pdf.fixture.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, signIn } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import {
  DESKTOP,
  enter,
  field,
  formBrowser,
  requiredAnswers,
  signByMouse,
  submitButton,
  visit,
} from './form-visit.ts'
import { dialog, panelVisits } from './panel-visit.ts'

const { url, services } = await startTestServer({ role: 'all' })
const browser = formBrowser()
const open = panelVisits(url)
const { origin } = submissionMessages
const words = secondSignerWords.en
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

async function applyWith(email: string): Promise<{ id: string; receiptToken: string }> {
  const page = await visit(browser(), url, DESKTOP)
  await enter(page, requiredAnswers())
  await page.getByLabel('On another device').check()
  await field(page, 'secondSignerName').fill('Robin Baker')
  await field(page, 'secondSignerEmail').fill(email)
  const answer = page.waitForResponse((response) => response.url().includes('form.submit'))
  await submitButton(page).click()
  const { result } = (await (await answer).json()) as {
    result: { data: { data: { id: string; receiptToken: string } } }
  }
  return result.data.data
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('heading', { name: words.title }).waitFor()
  expect(await page.locator('main').innerText()).toContain('***-**-')
  const isFullWidth = (box: Element) => box.clientWidth > 0.95 * (box.parentElement?.clientWidth ?? 0)
  await page.locator('.signature').scrollIntoViewIfNeeded()
  expect(await page.locator('.authorization.consent').evaluate(isFullWidth)).toBe(true)
  await page.locator('.signature-cover').click()
  await signByMouse(page, page.locator('.signature-sheet canvas'))
  // Not sent without the consent, and the drawing stays.
  await page.getByRole('button', { name: words.sign }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-signing')
  await page.locator('#note-signing').getByText(formMessages.problems.consent).waitFor()
  await page.locator('.signature-state.signed').waitFor()
  await page.getByLabel(consentWords.en.agree).click()
  await page.getByRole('button', { name: words.sign }).click()
  await page.getByRole('heading', { name: words.doneTitle }).waitFor()
}

it('a second signer signs on a phone by the mailed link, and the copy shows it', async () => {
  const { id } = await applyWith('robin@example.com')
  await expect.poll(() => mailsTo(services, 'robin@example.com')).toHaveLength(1)
  const [mail = ''] = await mailsTo(services, 'robin@example.com')
  const token = /\/sign#([\w-]+)/.exec(mail)?.[1] ?? ''
  const phone = await visit(browser(), url, { ...PHONE, path: `/sign#${token}` })
  const kept = () => phone.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('typed')))
  await field(phone, 'signer2Name').fill('Robin A. Baker')
  await phone.reload()
  await expect.poll(() => field(phone, 'signer2Name').inputValue()).toBe('Robin A. Baker')
  await field(phone, 'signer2Name').fill('Robin Baker')
  expect(await kept()).toHaveLength(1)
  await sign(phone)
  expect(await kept()).toEqual([])
  expect(phone.url()).not.toContain(token)
  await phone.reload()
  await phone.getByRole('heading', { name: words.doneTitle }).waitFor()

  const staff = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}/api/form/pdf/${id}`, {
        headers: { authorization: `Bearer ${staff}` },
      })
      return answer.ok ? wholeText(Buffer.from(await answer.arrayBuffer())) : ''
    })
    .toContain('signature of Robin Baker')
})

it('the first signer of an application by a program signs on a phone by the link that staff pass on', async () => {
  const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const unsigned = Object.entries(fullApplication()).filter(([name]) => !name.startsWith('signer'))
  const answers = Object.fromEntries(unsigned)
  const body = { slug: 'demo', answers, externalId: 'crm-1', metadata: { campaign: 'spring' } }
  const { data } = (await call(url, 'POST', '/form/submissions', { token, body })).body
  const { id } = data as { id: string }
  const page = await open(`/admin/forms/${id}`, token)
  await page.getByRole('heading', { name: origin.title }).waitFor()
  for (const text of ['crm-1', 'spring']) await page.getByText(text, { exact: true }).waitFor()
  await page.getByText(origin.notSigned, { exact: true }).waitFor()
  await page.getByRole('button', { name: origin.ask[1] }).click()
  const asking = dialog(page, origin.ask[1])
  await asking.getByLabel(origin.email[1]).fill('nobody')
  await page.keyboard.press('Enter')
  await asking.getByText(companyMessages.emailWrong).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await asking.getByLabel(origin.email[1]).fill('')
  await asking.getByRole('button', { name: origin.make, exact: true }).click()
  const link = await dialog(page, origin.link).getByRole('textbox').inputValue()

  const phone = await visit(browser(), url, { ...PHONE, path: link.replace(url, '') })
  await phone.getByText(`received the funding application of`, { exact: false }).waitFor()
  await sign(phone)
  await page.reload()
  await page.getByText('Signed as the first signer').waitFor()
  expect(await page.getByText(origin.notSigned, { exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: origin.ask[1], exact: true }).count()).toBe(0)

  await page.getByRole('button', { name: origin.ask[2] }).click()
  const second = dialog(page, origin.ask[2])
  expect(await second.getByLabel(origin.email[2]).inputValue()).toBe('')
  await second.getByRole('button', { name: origin.make, exact: true }).click()
  const other = await dialog(page, origin.link).getByRole('textbox').inputValue()
  await sign(await visit(browser(), url, { ...PHONE, path: other.replace(url, '') }))
  await page.reload()
  await page.getByText('Signed as the second signer').waitFor()
  expect(await page.getByRole('button', { name: origin.ask[2] }).count()).toBe(0)
})

it('a link that has ended says so', async () => {
  const phone = await visit(browser(), url, { ...PHONE, path: '/sign#gone' })
  await phone.getByRole('heading', { name: words.ended }).waitFor()
})

it('a draft continues on a phone, and the first page says so', async () => {
  const page = await visit(browser(), url, DESKTOP)
  await field(page, 'legalName').fill(fullApplication().legalName ?? '')
  await page.getByRole('button', { name: formMessages.continueOnPhone }).click()
  const made = await page.waitForResponse((response) => response.url().includes('form.moveSession'))
  const { result } = (await made.json()) as { result: { data: { data: { url: string } } } }
  await page.getByRole('img', { name: 'QR code that opens your application' }).waitFor()
  const path = result.data.data.url.replace(url, '')
  const stranger = await visit(browser(), url, { ...PHONE, path })
  await stranger.getByRole('button', { name: linkWords.en.move.startNew }).click()
  await expect.poll(() => field(stranger, 'legalName').inputValue()).toBe('')
  const phone = await visit(browser(), url, { ...PHONE, path })
  await phone.getByRole('button', { name: linkWords.en.move.goOn, exact: true }).click()
  await expect.poll(() => field(phone, 'legalName').inputValue()).toBe(fullApplication().legalName)
  expect(phone.url()).not.toContain('move')
  await page.getByRole('heading', { name: 'Your application continues on the other device' }).waitFor()
})
