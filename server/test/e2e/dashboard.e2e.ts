// @module-tag long
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

async function makeDesk() {
  const company = await makeCompany(services)
  const user = await makeCompanyAdmin(services, company.id)
  return { user, token: await signIn(url, user.email), link: await makeLink(services, company.id) }
}

const [filled, empty] = [await makeDesk(), await makeDesk()]
for (const [index, legalName] of ['Golden Crust LLC', 'Harbor Dental', 'Maple Trucking'].entries()) {
  const { slug } = filled.link
  const { body } = await submitApplication(url, await openFormSession(url, slug), { legalName, advanceAmount: '$60,000' }, slug) // prettier-ignore
  const owner = { ownerId: filled.user.id, ownerName: filled.user.name, status: 'in_review' } as const
  if (index === 0)
    await services.db
      .system('test')
      .write((client) => client.submissionDesk.update({ where: { id: body.data?.id ?? '' }, data: owner }))
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isReady = (page: Page) => card(page, 'From link to funding').waitFor()

it('shows figures that lead to their lists, and charts also as a table', async () => {
  const page = await open('/admin/dashboard', filled.token)
  await isReady(page)
  expect(await page.getByRole('navigation').getByRole('link').first().innerText()).toBe('Dashboard')
  expect(await card(page, 'Today').innerText()).toMatch(/Received\s+3\s+Decided\s+0\s+Funded\s+0/)
  expect(
    await card(page, 'By status')
      .getByRole('row', { name: /^In review/ })
      .innerText(),
  ).toMatch(/1\s+\$60,000/)
  expect(
    await card(page, 'My open submissions').getByRole('link', { name: 'Golden Crust LLC' }).count(),
  ).toBe(1)
  await card(page, 'Last 12 weeks').locator('svg rect').first().waitFor()
  expect(await page.locator('.MuiChartsAxis-directionX').textContent()).toMatch(/[A-Z][a-z]{2} \d+/)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await card(page, 'Last 12 weeks').getByLabel('Show as table').check()
  expect(await card(page, 'Last 12 weeks').getByRole('row').last().innerText()).toMatch(/3\s+0\s+0/)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])

  await card(page, 'By status').getByRole('row', { name: /^New/ }).getByRole('link').click()
  await page.getByText('of 2', { exact: false }).waitFor()
  await page.getByText('Harbor Dental').waitFor()
  expect(await page.getByText('Golden Crust LLC').count()).toBe(0)
})

it('fits a phone and narrows the funnel to a link', async () => {
  const page = await open('/admin/dashboard', admin, PHONE)
  await isReady(page)
  await card(page, 'Last 12 weeks').locator('svg rect').first().waitFor()
  expect(await scrollsSideways(page)).toBe(false)
  const funnel = card(page, 'From link to funding')
  await funnel.getByRole('combobox', { name: /^Link/ }).click()
  await page.getByRole('option', { name: filled.link.slug }).click()
  await expect.poll(() => funnel.getByRole('row', { name: /^Link opened/ }).innerText()).toMatch(/3/)
})

it('asks for a link where nothing has come in, and offers another try where the server fails', async () => {
  const page = await open('/admin/dashboard', empty.token)
  await page.getByText('There are no submissions yet.', { exact: false }).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await page.route('**/api/trpc/dashboard.get*', (route) => route.abort())
  await page.reload()
  await page.getByText('The dashboard could not be loaded.').waitFor()
  await page.unroute('**/api/trpc/dashboard.get*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('There are no submissions yet.', { exact: false }).waitFor()
})
