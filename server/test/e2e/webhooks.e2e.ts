import { expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { panelVisits, scrollsSideways } from './panel-visit.ts'

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

  await page.getByRole('button', { name: 'http://127.0.0.1:9/hooks' }).click()
  const dialog = page.getByRole('dialog', { name: 'http://127.0.0.1:9/hooks' })
  await dialog.getByText('No events yet.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await scrollsSideways(page)).toBe(false)
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
