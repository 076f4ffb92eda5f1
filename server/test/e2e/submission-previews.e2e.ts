// @module-tag long
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { bomb } from '../support/pngs.ts'
import { BROKEN_PDF, PAGE_COLOURS } from '../support/sample-pdfs.ts'
import {
  documents,
  drawn,
  history,
  showEverything,
  PDF_PASSWORD,
  pixelsOf,
  startSubmissionServer,
  view,
} from './submission-page.fixture.ts'

const { server, alpha, statement, apply, open, openAsh } = await startSubmissionServer()

describe('previews of documents', () => {
  it('show a PDF page by page, and return the focus to the list', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'october statement.pdf')
    const back = files.getByRole('button', { name: 'Back to the documents' })
    await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
    for (const [index, colour] of PAGE_COLOURS.entries()) {
      if (index > 0) await files.getByRole('button', { name: 'Next page' }).click()
      await files.getByText(`Page ${index + 1} of 3`, { exact: true }).waitFor()
      const canvas = drawn(files, `october statement.pdf, page ${index + 1} of 3`)
      await canvas.waitFor()
      expect(await pixelsOf(canvas, colour)).toBeGreaterThan(10_000)
      // The words are drawn as well, by a font that the file does not bring along.
      expect(await pixelsOf(canvas, '#000000')).toBeGreaterThan(200)
      expect(await files.innerText()).toContain(`Statement, page number ${index + 1}`)
    }
    expect(await files.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
    await files.getByRole('button', { name: 'Prev page' }).click()
    await files.getByText('Page 2 of 3', { exact: true }).waitFor()
    await showEverything(page)
    await history(page).filter({ hasText: 'Opened a document: october statement.pdf' }).first().waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByText('Download', { exact: true }).first().click(),
    ])
    expect((await readFile(await download.path())).equals(statement)).toBe(true)
    await history(page).filter({ hasText: 'Downloaded a document: october statement.pdf' }).first().waitFor()

    await back.click()
    const link = files.getByRole('listitem').filter({ hasText: 'october statement' }).getByText('View')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('scroll on from page to page and into the next document, and draw only what is near', async () => {
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name}.pdf`)
    const sent = names.map((name) => ({ name, content: statement }))
    const id = await apply(alpha.link.slug, 'Four Statements LLC', sent)
    const page = await open(`/admin/forms/${id}`)
    const files = documents(page)
    await view(files, 'one.pdf')
    const canvas = drawn(files, 'one.pdf, page 1 of 3')
    await canvas.waitFor()
    const frame = await files.boundingBox()
    const { width = 0 } = (await canvas.boundingBox()) ?? {}
    // At half width the page fits.
    expect(width).toBeGreaterThan((frame?.width ?? 0) * 0.9)
    expect(await files.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0)
    const opened = () =>
      server.services.db.system('test').read(async (db) => {
        const where = { act: 'document-viewed', detail: { path: ['submission'], equals: id } }
        return (await db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })).length
      })
    expect(await opened()).toBe(1)

    await page.mouse.move(900, 600)
    let most = 0
    const four = files.getByRole('article', { name: 'four.pdf' })
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 400)
          most = Math.max(most, await files.locator('canvas').count())
          return four.getByText('Page 3 of 3', { exact: true }).count()
        },
        { interval: 50 },
      )
      .toBe(1)
    const last = drawn(four, 'four.pdf, page 3 of 3')
    await last.waitFor()
    expect(await pixelsOf(last, PAGE_COLOURS[2])).toBeGreaterThan(10_000)
    expect(most).toBeLessThanOrEqual(5)
    expect(await opened()).toBe(4)

    // The keyboard scrolls on, too, and the way back is in view.
    await four.getByRole('button', { name: 'Prev page' }).click()
    await four.getByText('Page 2 of 3', { exact: true }).waitFor()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    await four.getByText('Page 3 of 3', { exact: true }).waitFor()
    await files.getByRole('button', { name: 'Back to the documents' }).click()
    await files.getByRole('listitem').filter({ hasText: 'one.pdf' }).waitFor()
    expect(await opened()).toBe(4)
  })

  it('ask for the password of a locked PDF', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'locked statement.pdf')
    await files.getByText('This PDF is protected by a password.').waitFor()
    await files.getByText('Download', { exact: true }).first().waitFor()
    await files.getByLabel('Password of the PDF').fill('wrong')
    await files.getByRole('button', { name: 'Open', exact: true }).click()
    await files.getByText('This password does not open the file.').waitFor()
    await files.getByLabel('Password of the PDF').fill(PDF_PASSWORD)
    await page.keyboard.press('Enter')
    const canvas = drawn(files, 'locked statement.pdf, page 1 of 3')
    await canvas.waitFor()
    expect(await pixelsOf(canvas, PAGE_COLOURS[0])).toBeGreaterThan(10_000)
  })

  it('show an error for a damaged PDF, and offer its download', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'broken statement.pdf')
    await files.getByRole('alert').getByText('This PDF is damaged and cannot be shown.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByText('Download', { exact: true }).first().click(),
    ])
    expect((await readFile(await download.path())).equals(BROKEN_PDF)).toBe(true)
  })

  it('decode no picture that would freeze the browser, and offer its download', async () => {
    const files = [{ name: 'large.png', type: 'image/png', content: bomb(20_000) }]
    const page = await open(`/admin/forms/${await apply(alpha.link.slug, 'Large Pictures LLC', files)}`)
    await view(documents(page), 'large.png')
    await documents(page)
      .getByRole('alert')
      .getByText('This picture is too large to be shown here.')
      .waitFor()
    expect(await documents(page).getByRole('img', { name: 'large.png' }).count()).toBe(0)
    await documents(page).getByText('Download', { exact: true }).waitFor()
  })

  it('show a scanned fax', async () => {
    const page = await openAsh()
    await view(documents(page), 'fax.pdf')
    const canvas = drawn(documents(page), 'fax.pdf, page 1 of 1')
    await canvas.waitFor()
    expect(await pixelsOf(canvas, '#000000')).toBeGreaterThan(5_000)
    expect(await pixelsOf(canvas, '#ffffff')).toBeGreaterThan(5_000)
  })

  it('show an error when a document cannot be loaded, and load it on retry', async () => {
    const page = await openAsh()
    const files = documents(page)
    await page.route('**/api/documents/document/*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not right now.', code: 'unavailable' } }),
    )
    await view(files, 'page two.png')
    await files.getByText('The preview could not be loaded.').waitFor()
    await files.getByText('Not right now.').waitFor()
    await page.unroute('**/api/documents/document/*')
    await files.getByRole('button', { name: 'Try again' }).click()
    await files.getByRole('img', { name: 'page two.png' }).waitFor()
  })

  it('open in the dialog of the list, without axe violations in the light and the dark scheme', async () => {
    const page = await open('/admin/forms')
    await page.getByRole('button', { name: 'Documents of Ash Bakery LLC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alpha Capital' })
    await dialog.getByText('page two.png').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await view(dialog, 'page two.png')
    const image = dialog.getByRole('img', { name: 'page two.png' })
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(40)
    expect(await image.getAttribute('src')).toMatch(/^blob:/)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Back to the documents' }).click()
    await view(dialog, 'october statement.pdf')
    await drawn(dialog, 'october statement.pdf, page 1 of 3').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})
