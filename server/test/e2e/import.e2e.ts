// @module-tag long
import { expect, it } from 'vitest'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { makeCompany, makeCompanyAdmin, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const acme = await makeCompany(services, { nameIn: 'Acme', nameOut: 'Acme Funding' })
const boss = await makeCompanyAdmin(services, acme.id)
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

const csv = (text: string) => ({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const INVALID = 'email,name,company\nann@new.example,Ann,Acme\nnobody,,Nowhere\n'

it('names the errors of a file, and imports it once they are corrected', async () => {
  const page = await open('/admin/users', admin)
  await page.getByRole('link', { name: 'Import' }).click()
  await page.locator('input[type=file]').setInputFiles(csv(INVALID))
  await expectVisible(page.getByText('Line 3, company'))
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])

  await page
    .locator('input[type=file]')
    .setInputFiles(csv(INVALID.replace(/nobody.*/, 'bob@new.example,Bob,')))
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await expectVisible(page.getByText('Imported: 2'))
  await expectVisible(page.getByRole('cell', { name: 'bob@new.example' }))
  const made = await services.db
    .system('test')
    .write((db) => db.user.count({ where: { email: { endsWith: '@new.example' } } }))
  expect(made).toBe(2)
})

it('keeps in sight why a file was not read', async () => {
  const page = await open('/admin/import?of=users', admin)
  await page.locator('input[type=file]').setInputFiles(csv('mail,name\nann@new.example,Ann\n'))
  await expectVisible(page.getByRole('main').getByText(/^Name columns in the first line/))
  await page.locator('input[type=file]').setInputFiles(csv('email,name,company\ncy@new.example,Cy,Acme\n'))
  await expectVisible(page.getByRole('button', { name: 'Import 1 line' }))
  expect(await page.getByText(/^Name columns in the first line/).count()).toBe(0)
})

it('offers what one may create, with a template, and fits a phone', async () => {
  const page = await open('/admin/import', await signIn(url, boss.email, TEST_PASSWORD), PHONE)
  await expectVisible(page.getByRole('tab', { name: 'Generated Links' }))
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Users', 'Funders', 'Generated Links'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  expect((await download).suggestedFilename()).toBe('users.csv')
  await page.locator('input[type=file]').setInputFiles(csv(INVALID))
  await expectVisible(page.getByText('Line 3, company'))
  expect(await scrollsSideways(page)).toBe(false)

  const all = await open('/admin/import', admin, PHONE)
  await expectVisible(all.getByRole('tab', { name: 'Companies' }))
  expect(await scrollsSideways(all)).toBe(false)
})
