// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { hasFocus, panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

/** 'Find by SSN or tax ID' on Submitted Forms. */

const server = await startTestServer({ rateLimit: true })
const { url, services } = server
const open = panelVisits(url)

const SSN = '314-15-9265'
const company = await makeCompany(services, { nameOut: 'Number Capital' })
const { slug } = await makeLink(services, company.id)
for (const [legalName, changes] of [
  ['First Shop LLC', { partner1SSN: SSN }],
  ['Other Shop LLC', {}],
  ['Second Shop LLC', { partner2SSN: SSN }],
] as const)
  await submitApplication(url, await openFormSession(url, slug), { legalName, ...changes }, slug)
const newToken = async () => signIn(url, (await makeCompanyAdmin(services, company.id)).email)

async function search(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Find by SSN or tax ID' }).click()
  await enter(page, number)
}

async function enter(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SSN or tax ID' }).fill(number)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

/** Everything that a browser keeps of a visit, and every address that was asked for. */
const traces = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      history.length,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  )

describe('Find by SSN or tax ID', () => {
  it('shows the submissions with this number in place of the list, and leads back to it', async () => {
    const page = await open(
      '/admin/forms?page=1&perPage=10&sort=createdAt&order=ASC&filter={}',
      await newToken(),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByText('Displayed: 1–3 of 3').waitFor()
    const before = await traces(page)
    await search(page, SSN)
    await page.getByText('2 submissions have this number.').waitFor()
    await page.getByText('You can search by number 9 more times in the next 10 minutes.').waitFor()
    expect(await hasFocus(page, 'Back to all submissions')).toBe(true)
    expect(await page.getByRole('row').allTextContents()).toEqual([
      expect.stringContaining('Company'),
      expect.stringContaining('Second Shop LLC'),
      expect.stringContaining('First Shop LLC'),
    ])
    expect(await traces(page)).toBe(before)
    expect(asked.join().replace(/\D/g, '')).not.toContain(SSN.replaceAll('-', ''))
    expect(server.log.join()).not.toContain(SSN)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])

    await page.getByRole('row', { name: 'First Shop LLC' }).getByRole('button', { name: 'View' }).click()
    await page.getByRole('alertdialog').getByText('***-**-9265').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Find another number' }).click()
    await enter(page, '100000001')
    await page.getByText('No submission has this number.').waitFor()
    await page.getByRole('button', { name: 'Back to all submissions' }).click()
    await page.getByText('Displayed: 1–3 of 3').waitFor()
    expect(await traces(page)).toBe(before)
  })

  it('says what is no number, and when tries are used up', async () => {
    const page = await open('/admin/forms', await newToken(), PHONE)
    await search(page, '314-15')
    await page.getByRole('alert').getByText('Enter an SSN or tax ID: nine digits.').waitFor()
    await services.db.system('test').write((db) => db.throttleBucket.deleteMany())
    await enter(page, SSN)
    await page.getByText('2 submissions have this number.').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await services.db
      .system('test')
      .write((db) => db.throttleBucket.updateMany({ data: { count: RATES.numberSearchPerPerson.max } }))
    await page.getByRole('button', { name: 'Find another number' }).click()
    await enter(page, SSN)
    await page.getByRole('alert').getByText('Too many tries. Please wait 10 minutes and try again.').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })

  it('takes a number over from the ordinary search, which sends no part of it that tells it', async () => {
    const page = await open('/admin/forms', await newToken())
    await page.getByText('Displayed: 1–3 of 3').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByPlaceholder('Search...').pressSequentially(SSN.slice(0, -1), { delay: 40 })
    await page.getByText('Use “Find by SSN or tax ID”.').waitFor()
    await page.keyboard.type(SSN.slice(-1))
    const dialog = page.getByRole('dialog', { name: 'Find by SSN or tax ID' })
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe(SSN)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByPlaceholder('Search...').inputValue()).toBe('')
    await page.getByPlaceholder('Search...').fill('Second')
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    expect(asked.join()).not.toContain('314-15-9')
  })
})
