// @module-tag long
import { expect, it } from 'vitest'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  signIn,
  TEST_PASSWORD,
} from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const token = await signIn(url, boss.email)

it('an administrator makes a key, which works, and revokes it', async () => {
  const page = await open('/admin/api-keys', token)
  await page.getByText('API keys let your other systems').waitFor()
  expect(await page.getByRole('link', { name: 'Read how to use them' }).getAttribute('href')).toBe(
    '/api/docs',
  )
  await services.db
    .system('test')
    .write((db) => db.loginSession.updateMany({ data: { confirmedAt: new Date(0) } }))
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose at least one').waitFor()
  expect(await dialog.getByLabel('Create companies').count()).toBe(0)
  await dialog.getByLabel('See submissions, sensitive values masked, and documents').check()
  await dialog.getByLabel('Accepted from').fill('10.0.0.0/8, office,')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('"office" is none').waitFor()
  await dialog.getByRole('button', { name: 'Remove office' }).press('Delete')
  await dialog.getByRole('button', { name: 'Remove 10.0.0.0/8' }).press('Delete')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()

  const made = page.getByRole('alertdialog', { name: 'Copy your API key' })
  const key = await made.getByLabel('API key', { exact: true }).inputValue()
  expect(await axeViolations(page)).toEqual([])
  await made.getByRole('button', { name: 'OK' }).click()
  expect((await call(url, 'GET', '/form/submissions', { token: key })).status).toBe(200)
  const row = page.getByRole('row').filter({ hasText: 'CRM' })
  await row.getByText('See submissions, sensitive values masked, and documents').waitFor()
  expect(await page.content()).not.toContain(key)
  const audit = await open('/admin/audit', await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password))
  await audit.getByRole('row').filter({ hasText: 'Created an API key' }).getByText('API key · CRM').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await scrollsSideways(page)).toBe(false)
  await page.getByText(/^Expires: /).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke CRM' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke API key' }).click()
  await page.getByText('API keys let your other systems').waitFor()
  expect((await call(url, 'GET', '/form/submissions', { token: key })).status).toBe(401)
})

it('fills in a filter where the reference tries a call with a key', async () => {
  const key = await makeApiKey(services, boss.id, ['page:users'], { companyId: company.id })
  const page = await open('/api/docs#/Users/user-list', null)
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('.auth-container input').fill(key)
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.auth-btn-wrapper .btn-done').click()
  const tried = page.locator('.opblock.is-open')
  await tried.getByRole('button', { name: 'Try it out' }).click()
  await tried.locator('[data-param-name=filter] input').fill('{"q":"nobody"}')
  await tried.getByRole('button', { name: 'Execute' }).click()
  await tried.locator('.live-responses-table .response-col_status').getByText('200').waitFor()
  const asked = await tried.locator('.request-url').innerText()
  expect(new URL(asked.replace(/^\D*(?=http)/, '').trim()).searchParams.get('filter')).toBe('{"q":"nobody"}')
})
