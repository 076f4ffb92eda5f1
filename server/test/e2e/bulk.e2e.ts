import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { freshRecord } from '../access/matrix-world.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { readZip } from '../support/read-zip.ts'
import { startTestServer } from '../support/server.ts'
import { panelVisits, PHONE } from './panel-visit.ts'

/** The desk selects submissions in the list and does the same for all of them. */

const server = await startTestServer({ role: 'all', seedDemo: false })
const { url, services } = server
const visit = panelVisits(url)
const { write: system } = services.db.system('test')

async function desk(names: string[]) {
  const company = await makeCompany(services)
  const { slug } = await makeLink(services, company.id)
  const boss = await makeCompanyAdmin(services, company.id)
  for (const legalName of names) {
    const { status } = await submitApplication(url, await openFormSession(url, slug), { legalName }, slug)
    expect(status).toBe(200)
  }
  return { company, boss, token: await signIn(url, boss.email) }
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const select = (page: Page, name: string) => tick(rowOf(page, name).getByRole('checkbox'))
async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select this row' }).first().waitFor()
  await tick(page.getByRole('checkbox', { name: 'Select all' }))
}

/** The list draws the selection anew, which takes longer than the browser's own tick. */
async function tick(box: Locator, isOn = true): Promise<void> {
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(isOn)
}
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

it('assigns what is selected, and exports it', async () => {
  const { company, boss, token } = await desk(['Ash Bakery', 'Birch Tools', 'Cedar Cafe'])
  const ready = { companyId: company.id, pdfState: 'ready' } as const
  await expect
    .poll(() => system((tx) => tx.submissionDesk.count({ where: ready })), { timeout: 60_000 })
    .toBe(3)
  const page = await visit('/admin/forms', token)
  await select(page, 'Ash Bakery')
  await select(page, 'Cedar Cafe')
  await page.getByText('2 items selected').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'CSV')])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('Birch Tools')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  const [archive] = await Promise.all([page.waitForEvent('download'), act(page, 'ZIP')])
  const files = [...readZip(await readFile(await archive.path())).keys()]
  expect(files.map((name) => name.split(' – ')[0]).toSorted()).toEqual(['Ash Bakery', 'Cedar Cafe'])
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })

  await act(page, 'Assign')
  await page.getByRole('menuitem', { name: boss.name }).click()
  await page.getByText('2 submissions are done.').waitFor()
  await page.getByText('2 items selected').waitFor({ state: 'hidden' })
  const owned = await system((tx) => tx.submissionDesk.findMany({ where: { ownerId: boss.id } }))
  expect(owned.map(({ legalName }) => legalName).toSorted()).toEqual(['Ash Bakery', 'Cedar Cafe'])
})

it('asks applicants, tells which could not be asked, and leads there', { tags: ['long'] }, async () => {
  const { company, token } = await desk(['Dune Diner', 'Elm Electric'])
  const { id } = await system((tx) =>
    tx.submissionDesk.findFirstOrThrow({ where: { companyId: company.id, legalName: 'Dune Diner' } }),
  )
  await system((tx) =>
    tx.submissionDesk.update({ where: { id }, data: { status: 'funded', statusKey: 'funded' } }),
  )
  const page = await visit('/admin/forms', token)
  await selectAll(page)
  await act(page, 'Ask for items')
  const dialog = page.getByRole('dialog', { name: 'Ask for missing items' })
  await dialog.getByText('2 applicants are asked.').waitFor()
  await dialog.getByRole('checkbox', { name: /Voided check/ }).check()
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  const told = page.getByRole('alertdialog', { name: '1 of 2 could not be done' })
  await told.getByText('This submission is Funded').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await told.getByRole('link').click()
  await page.waitForURL(`**/admin/forms/${id}`)
  // It is told until it is closed, also after a reload.
  await page.goto(`${url}/admin/forms`)
  await told.getByText('This submission is Funded').waitFor()
  await told.getByRole('button', { name: 'Close' }).first().click()
  await page.reload()
  await rowOf(page, 'Elm Electric').waitFor()
  await expect
    .poll(() => page.evaluate(() => Object.entries(localStorage).join()))
    .toMatch(/job:[^,]+,""(,|$)/)
  expect(await told.count()).toBe(0)
})

it('moves all that match, beyond the page, and shows how far it is', { tags: ['long'] }, async () => {
  const { company, token } = await desk([])
  const count = LIMITS.bulkUnseen + 20
  for (let index = 0; index < count; index += 1) await freshRecord(services, company.id, 'desk')
  const page = await visit('/admin/forms', token)
  await selectAll(page)
  await act(page, `Select all ${count} that match`)
  await page.getByText(`All ${count} that match are selected`).waitFor()
  // Unticking a row ends 'all that match'.
  await tick(page.getByRole('checkbox', { name: 'Select this row' }).first(), false)
  await page.getByText('9 items selected').waitFor()
  await act(page, `Select all ${count} that match`)
  await act(page, 'Move')
  await page.getByRole('menuitem', { name: 'Declined' }).click()
  await page.getByRole('radio', { name: 'Credit history' }).check()
  await act(page, 'Move to Declined')
  await page.getByText(new RegExp(`of ${count} submissions are done`)).waitFor()
  await page.getByText(`${count} submissions are done.`, { exact: true }).waitFor()
  const where = { companyId: company.id, status: 'declined', reason: 'credit' } as const
  expect(await system((tx) => tx.submissionDesk.count({ where }))).toBe(count)
  await page.getByRole('button', { name: `Declined ${count}` }).waitFor()
})

it('fits a phone', { tags: ['long'] }, async () => {
  const { token } = await desk(['Fern Foods', 'Gum Garage'])
  const page = await visit('/admin/forms', token, PHONE)
  const card = page.getByRole('listitem').filter({ hasText: 'Fern Foods' })
  await card.getByRole('checkbox', { name: 'Select this row' }).tap()
  await page.getByText('1 item selected').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Move', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'In review' }).tap()
  await page.getByText('1 submission is done.').waitFor()
  await card.getByText('In review').waitFor()

  await page.route('**/api/form/submissions?*', async (route) => {
    const response = await route.fetch()
    const total = LIMITS.bulkRows + 1
    const headers = { ...response.headers(), 'content-range': `forms 0-1/${total}` }
    await route.fulfill({ response, headers, json: { ...(await response.json()), total } })
  })
  await page.reload()
  await card.getByRole('checkbox', { name: 'Select this row' }).tap()
  await page.getByText('Filter to at most 5,000 to select all.').waitFor()
  expect(await axeViolations(page)).toEqual([])
})
