import { expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false, allowPrivateWebhooks: true })
const open = panelVisits(url)
const company = await makeCompany(services)
const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)

it('is added, shows its secret once, and is deleted only when that is confirmed', async () => {
  const page = await open('/admin/webhooks', token)
  await page.getByText('A webhook tells another system').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  await page.keyboard.type('http://127.0.0.1:9/hooks')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const secret = page.getByRole('alertdialog', { name: 'Signing secret' })
  expect(await secret.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/)
  await secret.getByRole('button', { name: 'OK' }).click()

  await page.route('**/webhook.deliveries*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'http://127.0.0.1:9/hooks' }).click()
  const dialog = page.getByRole('dialog', { name: 'http://127.0.0.1:9/hooks' })
  await dialog.getByText('The events could not be loaded.').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('No events yet.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await scrollsSideways(page)).toBe(false)
  for (const text of ['Send a test', 'New secret']) await dialog.getByText(text, { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('pdf.ready').uncheck()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Unchecked above; cancelling a deletion must not undo it.
  expect(await dialog.getByLabel('pdf.ready').isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A webhook tells another system').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('shows the whole address on a phone, and bars of a visible length while the list loads', async () => {
  await call(url, 'POST', '/webhook/create', {
    token,
    body: { url: 'http://127.0.0.1:9/intake/of/acme', events: ['pdf.ready'] },
  })
  const page = await open('/admin/webhooks', token, PHONE)
  const name = page.getByRole('button', { name: 'http://127.0.0.1:9/intake/of/acme' })
  expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  // A title and one line of texts: 8 px above and below, 28 px each, and the line between two cards.
  const card = page.locator('.card-title').locator('..').last()
  expect(await card.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThan(80)
  await page.route('**/webhook/get*', () => undefined)
  await page.reload()
  const bars = page.locator('.MuiSkeleton-root:visible')
  await bars.first().waitFor()
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(60)
})
