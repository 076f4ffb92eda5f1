import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { SMALL_PDF } from '../support/uploads.ts'
import { fillLogin, hurry, PHONE } from './panel-visit.ts'
import { startListServer, SUBMISSIONS } from './submission-list.fixture.ts'

const { server, adminToken, openForms } = await startListServer()

const counter = (page: Page, text: string) => page.getByText(`Displayed: ${text}`, { exact: true }).waitFor()
const searchBox = (page: Page) => page.getByPlaceholder('Search...')
const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

describe('the list of submissions', () => {
  it('searches, sorts and pages on the server, and keeps the search text out of the address', async () => {
    const page = await openForms()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await page.getByRole('button', { name: 'Next' }).click()
    await counter(page, `11–20 of ${SUBMISSIONS}`)
    await page.reload()
    await counter(page, `11–20 of ${SUBMISSIONS}`)

    await page.keyboard.press('/')
    await page.keyboard.type('Bakery No 1')
    await counter(page, '1–10 of 11')
    expect(decodeURIComponent(page.url())).not.toContain('Bakery')
    await page.getByRole('button', { name: 'Submitted At' }).click()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Bakery No 1 LLC')
    expect(await page.getByRole('columnheader', { name: 'Submitted At' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await page.goBack()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Bakery No 19 LLC')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await searchBox(page).fill('nobody is called that')
    await page.getByText('Nothing matches this search.').waitFor()
  })

  it(
    'keeps the chosen columns of a user after a sign-out, and searches in the visible ones only',
    { tags: ['long'] },
    async () => {
      const page = await openForms({}, '?page=2&perPage=10&sort=createdAt&order=DESC&filter={}')
      await page.getByRole('button', { name: 'Configure columns' }).click()
      await page.getByText('Visible Columns').waitFor()
      await page.getByRole('checkbox', { name: 'Form Data' }).uncheck()
      await counter(page, `1–10 of ${SUBMISSIONS}`)
      await page.keyboard.press('Escape')
      await page.getByText('Visible Columns').waitFor({ state: 'hidden' })
      await searchBox(page).fill('Bakery')
      await page.getByText('Nothing matches this search.').waitFor()

      await page.getByRole('button', { name: 'Logout' }).click()
      await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
      await counter(page, `1–10 of ${SUBMISSIONS}`)
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        '',
        'Merchant',
        'Status',
        'Amount',
        'Company',
        'Submitted By',
        'Submitted At',
        'PDF',
        'Documents',
        'Actions',
      ])
    },
  )

  it('shows an error when it cannot be loaded, and loads on retry', { tags: ['long'] }, async () => {
    const page = await openForms()
    await page.route('**/api/form/submissions?*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not right now.', code: 'unavailable' } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The list could not be loaded.').waitFor()
    await page.getByText('Not right now.').waitFor()
    await page.unroute('**/api/form/submissions?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
  })

  it('takes the whole of a wide window', { tags: ['long'] }, async () => {
    const page = await openForms({ viewport: { width: 1920, height: 1000 } })
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    const { x = 0, width = 0 } = (await page.getByRole('table').first().boundingBox()) ?? {}
    expect(x + width).toBeGreaterThan(1860)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920)
  })

  it(
    'marks and filters submissions on legal hold, and disables the delete icon',
    { tags: ['long'] },
    async () => {
      const page = await openForms()
      const held = page.getByRole('row').filter({ has: page.getByRole('img', { name: 'On legal hold' }) })
      expect(await held.innerText()).toContain('Bakery No 21 LLC')
      const filters = page.getByRole('button', { name: 'Filters' })
      await filters.click()
      const menu = page.getByRole('dialog', { name: 'Filters' })
      await expect.poll(() => menu.evaluate((open) => open.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      expect(await filters.evaluate((button) => button === document.activeElement)).toBe(true)
      await filters.click()
      await page.getByLabel('On legal hold').check()
      await counter(page, '1–1 of 1')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'On legal hold. Show all again' }).click()
      await counter(page, `1–10 of ${SUBMISSIONS}`)
      const icon = page.getByRole('button', { name: /^Delete: not available/ }).first()
      expect(await icon.isDisabled()).toBe(true)
    },
  )

  it('counts the statuses, narrows to one of them, to what is mine and to what is unassigned', async () => {
    const page = await openForms()
    const status = page.getByRole('button', { name: `New ${SUBMISSIONS}` })
    await status.click()
    await page.getByRole('button', { name: 'New', pressed: true }).waitFor()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await page.getByRole('button', { name: 'Only mine' }).click()
    await page.getByText('Nothing matches this search.').waitFor()
    await page.getByRole('button', { name: 'New 0', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Unassigned' }).click()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await page.getByRole('button', { name: 'Unassigned', pressed: true }).click()
    await page.getByRole('button', { name: 'Unassigned', pressed: false }).waitFor()
    await page.getByRole('button', { name: 'New', pressed: true }).click()
    await page.getByRole('button', { name: 'New', pressed: false }).waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('spinbutton', { name: 'Amount from' }).fill('999999')
    await page.getByText('Nothing matches this search.').waitFor()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
  })

  it('saves what the list shows as a view, shows it again and deletes it', { tags: ['long'] }, async () => {
    const page = await openForms()
    await page.getByRole('button', { name: 'Unassigned' }).click()
    await page.getByRole('button', { name: 'Unassigned', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Merchant' }).click()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Merchant' }).waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Nobody’s')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Nobody’s', exact: true }).waitFor()
    await page.goto(`${server.url}/admin/forms`)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Nobody’s', exact: true }).click()
    await page.getByRole('button', { name: 'Unassigned', pressed: true }).waitFor()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Merchant' }).waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Delete the view Nobody’s' }).click()
    await page.getByText('No view is saved yet.').waitFor()
  })

  it(
    'tells of new submissions in a line, beside the page’s name and in the title, and shows them',
    { tags: ['long'] },
    async () => {
      // On the first page they would come with the PDFs that are still being made.
      const page = await openForms({}, '?page=2&perPage=10&sort=createdAt&order=DESC&filter={}')
      await hurry(page, LIMITS.arrivalsMs)
      await page.reload()
      await expect.poll(() => page.title()).toBe('Submitted Forms – Admin Panel')
      const session = await openFormSession(server.url)
      const { body } = await submitApplication(server.url, session, { legalName: 'Late Bakery' })
      await page.getByText('1 new submission', { exact: true }).waitFor()
      expect(await page.title()).toBe('(1) Submitted Forms – Admin Panel')
      await page.getByRole('navigation').getByLabel('1 new submission').waitFor()
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('row', { name: 'Late Bakery' }).waitFor()
      await page.getByText('1 new submission', { exact: true }).waitFor({ state: 'hidden' })
      const id = body.data?.id ?? ''
      await server.services.db.system('test').write((db) => db.formSubmission.delete({ where: { id } }))
    },
  )

  it('has room for the label of each column while it is sorted by it', { tags: ['long'] }, async () => {
    const page = await openForms()
    const sortable = page.getByRole('columnheader').filter({ has: page.getByRole('button') })
    const cutOff = () =>
      sortable.evaluateAll((heads) =>
        heads.flatMap((head) => {
          const { left, right } = head.getBoundingClientRect()
          const range = document.createRange()
          range.selectNodeContents(head)
          const drawn = [
            ...range.getClientRects(),
            ...[...head.querySelectorAll('.Mui-active svg')].map((icon) => icon.getBoundingClientRect()),
          ]
          return drawn.every((box) => box.left >= left && box.right <= right) ? [] : [head.textContent]
        }),
      )
    const count = await sortable.count()
    expect(count).toBeGreaterThan(5)
    for (let at = 0; at < count; at += 1) {
      const head = sortable.nth(at)
      await head.getByRole('button').click()
      await expect.poll(() => head.getAttribute('aria-sort')).not.toBeNull()
      expect(await cutOff()).toEqual([])
    }
  })

  it('shows cards on a phone, and fits it', { tags: ['long'] }, async () => {
    await server.services.db.system('test').write((db) =>
      db.submissionDesk.updateMany({
        data: { amountRequested: 1_250_000, statementMonths: ['2026-08', '2026-09', '2026-10'] },
      }),
    )
    const page = await openForms(PHONE)
    const cards = page.getByRole('list', { name: 'Submitted Forms' }).getByRole('listitem')
    expect(await cards.count()).toBe(10)
    const amount = cards.first().getByText('$1,250,000')
    expect(await amount.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
    const { y } = (await amount.boundingBox()) ?? { y: 0 }
    const documents = await cards
      .first()
      .getByRole('button', { name: /^Documents|documents/ })
      .boundingBox()
    expect(Math.abs((documents?.y ?? 0) - y)).toBeLessThan(12)
    const held = cards.filter({ has: page.getByRole('img', { name: 'On legal hold' }) })
    expect(await held.innerText()).toContain('Bakery No 21 LLC')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const bar = page.locator('form').filter({ has: searchBox(page) })
    const beyond = await bar
      .locator('button')
      .evaluateAll(
        (all) => all.filter((each) => each.getBoundingClientRect().right > window.innerWidth).length,
      )
    expect(beyond).toBe(0)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const labels = page.getByRole('dialog', { name: 'Filters' }).locator('label')
    const cut = await labels.evaluateAll(
      (all) => all.filter((each) => each.scrollWidth > each.clientWidth).length,
    )
    expect(cut).toBe(0)
  })

  it(
    'exports the submissions that the search found, and shows the progress',
    { tags: ['long'] },
    async () => {
      const page = await openForms()
      await searchBox(page).fill('Bakery No 2')
      await counter(page, '1–4 of 4')
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('alertdialog').getByText('Exporting...').waitFor()
      const download = await downloading
      const lines = (await bytesOf(download)).toString('utf8').trim().split('\r\n')
      expect(lines).toHaveLength(5)
      expect(lines.slice(1).every((line) => line.includes('Bakery No 2'))).toBe(true)
      expect(lines.join()).not.toContain('123-45-6789')
      await page.getByText(`${download.suggestedFilename()} has been downloaded.`).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    },
  )
})

describe('an application opened from the list', () => {
  it('is masked, shows full values on request, records both, and returns the focus', async () => {
    const page = await openForms()
    const view = page.getByRole('row', { name: 'Bakery No 22 LLC' }).getByRole('button', { name: 'View' })
    const views = () =>
      server.services.db
        .system('test')
        .write((db) => db.auditEntry.count({ where: { act: 'submission-viewed' } }))
    const viewsBefore = await views()
    await view.click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Business information').waitFor()
    expect(await alert.innerText()).toContain('***-**-6789')
    expect(await alert.innerText()).not.toContain('123-45-6789')
    expect(await alert.getByText('[signature]').count()).toBe(2)
    expect(await views()).toBe(viewsBefore + 1)
    const reveals = () =>
      server.services.db
        .system('test')
        .write((db) => db.auditEntry.count({ where: { act: 'submission-revealed' } }))
    const before = await reveals()
    await alert.getByRole('button', { name: 'Show full values' }).click()
    await alert.getByText('123-45-6789').waitFor()
    expect(await alert.getByRole('img', { name: 'Signature' }).count()).toBe(2)
    await expect.poll(reveals).toBe(before + 1)
    await alert.getByRole('button', { name: 'Hide full values' }).click()
    expect(await alert.innerText()).not.toContain('123-45-6789')
    await page.keyboard.press('Escape')
    await alert.waitFor({ state: 'hidden' })
    expect(await view.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it(
    "shows 'Error parsing form data' when it is damaged, and leaves the others readable",
    { tags: ['long'] },
    async () => {
      const page = await openForms()
      const { data } = (await call(server.url, 'GET', '/form/submissions', { token: await adminToken() }))
        .body
      const oldest = Array.isArray(data) ? data.at(-1) : null
      await server.services.db
        .system('test')
        .write((db) =>
          db.formSubmission.update({ where: { id: oldest.id }, data: { formData: Buffer.from('damaged') } }),
        )
      await page.getByRole('button', { name: 'Submitted At' }).click()
      await page.getByRole('row', { name: 'Bakery No 1 LLC' }).waitFor()
      await page.getByRole('row').nth(1).getByRole('button', { name: 'View' }).click()
      await page.getByRole('alertdialog').getByText('Error parsing form data').waitFor()
      await page.getByRole('button', { name: 'OK' }).click()
    },
  )
})

describe('documents opened from the list', () => {
  it('are listed under the company, previewed in place and downloaded byte for byte', async () => {
    const page = await openForms()
    await page.getByRole('button', { name: 'Documents of Bakery No 22 LLC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Demo Funding' })
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await row('october statement.pdf')
      .getByText(/Bank statement, month not known · \d+ Bytes/)
      .waitFor()
    expect(await row('page two.png').locator('svg[data-type]').getAttribute('data-type')).toBe('image/png')

    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      row('october statement.pdf').getByText('Download').click(),
    ])
    expect(pdf.suggestedFilename()).toBe('october statement.pdf')
    expect((await bytesOf(pdf)).equals(SMALL_PDF)).toBe(true)

    await row('page two.png').getByText('View').click()
    const image = dialog.getByRole('img', { name: 'page two.png' })
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(40)
    await dialog.getByRole('button', { name: 'Back to the documents' }).click()
    await row('october statement.pdf').waitFor()
  })

  it("show 'No documents found' for a submission without any", { tags: ['long'] }, async () => {
    const page = await openForms()
    await page.getByRole('button', { name: 'Documents of Bakery No 21 LLC' }).click()
    await page.getByText('No documents found for this submission.').waitFor()
  })
})
