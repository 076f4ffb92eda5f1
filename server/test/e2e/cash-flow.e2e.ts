import { expect, it } from 'vitest'
import { lastMonths } from '#domain/statement-month'
import { makeStatement } from '../../statements/reader/fixtures/statement.fixture.ts'
import { part, startSubmissionServer } from './submission-page.fixture.ts'

const { server, alpha, apply, open } = await startSubmissionServer()
const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 2)

async function openCashFlow(width: number) {
  const first = await makeStatement({ month: before, opening: 900_000 })
  const second = await makeStatement({ month: last, opening: first.closing })
  const id = await apply(alpha.link.slug, 'Rossi Foods LLC', [
    { name: 'first.pdf', content: first.pdf },
    { name: 'second.pdf', content: second.pdf },
  ])
  await expect
    .poll(
      () =>
        server.services.db
          .system('test')
          .write((db) => db.statementReading.count({ where: { submissionId: id, state: 'read' } })),
      { timeout: 150_000 },
    )
    .toBe(2)
  const page = await open(`/admin/forms/${id}`, { viewport: { width, height: 900 } })
  const cashFlow = part(page, 'Cash flow')
  return { page, cashFlow, id, first, second }
}

it('shows figures by month, positions and rows, and opens the page with the line marked', async () => {
  const { page, cashFlow, second } = await openCashFlow(1280)
  const table = cashFlow.getByRole('table', { name: 'Figures by month' })
  await expect.poll(() => table.getByRole('row').count()).toBe(8)
  expect(await cashFlow.getByText('Northgate Cap, $412.50 each business day').count()).toBe(1)
  const revenue = second.account.book
    .filter(({ description }) => description.startsWith('SQUARE'))
    .reduce((sum, { cents }) => sum + cents, 0)
  const dollars = `$${Math.round(revenue / 100).toLocaleString('en-US')}`
  expect(await table.getByRole('button', { name: dollars }).count()).toBe(1)
  await cashFlow.locator('svg .MuiLineChart-line').first().waitFor()
  expect(await table.locator('th:empty').count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  expect(await table.getByRole('button', { name: dollars }).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })

  const dialog = page.getByRole('dialog')
  const mark = dialog.locator('[data-mark]')
  const y = async () => (await mark.boundingBox())?.y ?? 0
  const lowest = table
    .getByRole('row', { name: /^Lowest balance/ })
    .getByRole('button')
    .last()
  for (let time = 0; time < 2; time += 1) {
    await lowest.click()
    await mark.waitFor()
    await expect.poll(y).toBeGreaterThan(100)
    expect(await y()).toBeLessThan(800)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await table
    .getByRole('row', { name: /^NSF fees/ })
    .getByRole('button')
    .last()
    .click()
  await expect.poll(() => cashFlow.getByText('2 rows').count()).toBe(1)
  await cashFlow.getByRole('button', { name: 'INSUFFICIENT FUNDS FEE' }).first().click()
  await mark.waitFor()
})

it('finds the submission in the list by its true revenue', { tags: ['long'] }, async () => {
  const { page, id } = await openCashFlow(1280)
  const { trueRevenue } = await server.services.db
    .system('test')
    .write((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
  const list = async (trueRevenueFrom: number) => {
    const filter = JSON.stringify({ trueRevenueFrom })
    await page.goto(`${server.url}/admin/forms?filter=${encodeURIComponent(filter)}`)
    await page.getByText(/^True revenue from: /).waitFor()
  }
  const row = page.getByRole('row', { name: /Rossi Foods LLC/ }).first()
  await list(Math.floor(trueRevenue ?? 0))
  await row.waitFor()
  await page.getByRole('button', { name: 'Configure columns' }).click()
  await page.getByRole('checkbox', { name: 'True revenue' }).check()
  await page.keyboard.press('Escape')
  await row
    .getByText(`$${Math.round(trueRevenue ?? 0).toLocaleString('en-US')}`)
    .first()
    .waitFor()
  await list(Math.ceil(trueRevenue ?? 0) + 1)
  await page.getByText('Rossi Foods LLC').waitFor({ state: 'detached' })
})

it('follows a corrected kind on a phone', { tags: ['long'] }, async () => {
  const { page, cashFlow } = await openCashFlow(390)
  // The chart has loaded while its part of the page is hidden, and is drawn once that is shown.
  await page.locator('.MuiChartsSurface-root').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Cash flow' }).click()
  await cashFlow.getByText('Northgate Cap').first().waitFor()
  await cashFlow.locator('svg .MuiLineChart-line').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await cashFlow.getByRole('textbox', { name: 'Search rows' }).fill('northgate')
  await cashFlow.getByRole('button', { name: 'Change kind' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Other', exact: true }).click()
  await dialog.getByText(/^All rows of/).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await cashFlow.getByText('No positions were found.').waitFor()
})
