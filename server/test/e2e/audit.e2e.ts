// @module-tag long
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { parseCsv } from '../support/csv.ts'
import { call, makeCompany, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { choose, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** The audit log as admins read it, on the real server and the built panel. */

const server = await startTestServer({ seedDemo: false })
const { url, services } = server
const open = panelVisits(url)

const company = await makeCompany(services, { nameIn: 'Log Inc', nameOut: 'Log Inc' })
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const rename = await call(url, 'PUT', `/company/update/${company.id}`, {
  token,
  body: { nameIn: 'Logbook Inc' },
})
expect(rename.status).toBe(200)
const editor = await makeRole(services, { companyId: company.id, permissions: ['team:create'] })
const ann = await makeUser(services, { name: 'Ann Acts', companyId: company.id, roleId: editor.id })
const annsToken = await signIn(url, ann.email)
await call(url, 'POST', '/team/create', { token: annsToken, body: { name: 'Night shift' } })
await call(url, 'GET', '/user/get', { token: annsToken })
// What she did is asked about once she has left.
await call(url, 'PUT', `/user/update/${ann.id}`, { token, body: { active: false } })

const chip = (page: Page, text: string) => page.getByRole('button', { name: `${text}. Show all again` })
const displayed = (page: Page, count: number) => page.getByText(`of ${count}`, { exact: false }).waitFor()

describe('Audit Log', () => {
  it('shows who did what to what, and an entry what it was before and after', async () => {
    const page = await open('/admin/audit', token)
    await row(page, 'Changed the company').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Time',
      'Person',
      'Act',
      'Object',
      'Company',
      'Address',
    ])
    await row(page, 'Was refused a call').getByText('Call · GET /api/user/get').waitFor()
    expect(await row(page, 'Created the team').innerText()).toMatch(
      /Ann Acts.*Team · Night shift.*Logbook Inc/s,
    )
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: /^Changed the company: Administrator/ }).click()
    const entry = page.getByRole('dialog', { name: 'Changed the company' })
    await entry.getByText('Logbook Inc', { exact: false }).last().waitFor()
    expect(await entry.locator('dl').last().innerText()).toMatch(
      /Internal name\s+before\s+Log Inc →\s+, after\s+Logbook Inc/,
    )
    expect(await axeViolations(page)).toEqual([])
    await entry.getByRole('link', { name: 'All about this object' }).click()
    await chip(page, `Object: ${company.id}`).waitFor()
    await displayed(page, 1)
  })

  it('is narrowed by person, act and days, all of it in the address, and exported as it is shown', async () => {
    const page = await open('/admin/audit', token)
    await page.getByRole('button', { name: 'Filters' }).click()
    await choose(page, 'Person', 'ann', 'Ann Acts (deactivated)')
    await page.getByText('Person: Ann Acts (deactivated)').waitFor()
    await page.getByRole('combobox', { name: 'Act' }).click()
    await page.getByRole('option', { name: 'Created the team' }).click()
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('Until').fill('2099-12-31')
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toContain('"to":"2099-12-31"')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await row(page, 'Night shift').waitFor()
    await displayed(page, 1)

    await page.reload()
    await chip(page, 'Person: Ann Acts (deactivated)').waitFor()
    await chip(page, 'From: Jan 1, 2020').waitFor()
    await chip(page, 'Until: Dec 31, 2099').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
    const rows = parseCsv(await readFile(await download.path(), 'utf8'))
    expect(rows.map((cells) => cells[4])).toEqual(['Act', 'Created the team'])

    await chip(page, 'Act: Created the team').click()
    await row(page, 'Was refused a call').waitFor()
    await page.getByRole('button', { name: 'Filters, 3 on' }).click()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await row(page, 'Changed the company').waitFor()
  })

  it('is usable on a phone, as cards without scrolling sideways', { tags: ['long'] }, async () => {
    const page = await open('/admin/audit', token, PHONE)
    await page.getByRole('button', { name: /^Created the team: Ann Acts/ }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Until').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
  })

  it('says in its place that it could not be loaded', async () => {
    const page = await open('/admin/links', token)
    await page.route('**/api/audit/get?*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not right now.', code: 'unavailable' } }),
    )
    await page.getByRole('link', { name: 'Audit Log' }).click()
    await page.getByText('The list could not be loaded.').waitFor()
    await page.unroute('**/api/audit/get?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(row(page, 'Changed the company'))
  })
})
