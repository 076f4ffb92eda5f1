// @module-tag long
import { expect, it } from 'vitest'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { SMALL_PDF } from '../support/uploads.ts'
import { documents, startSubmissionServer } from './submission-page.fixture.ts'

const { openAsh } = await startSubmissionServer()

it('staff add files, say what they are, and download all of them', async () => {
  const page = await openAsh()
  const files = documents(page)
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name })
  await files.getByText('Bank statements: The months of 5 files are not known').waitFor()
  await files.locator('input[type=file]').setInputFiles([
    { name: 'Voided check.pdf', mimeType: 'application/pdf', buffer: SMALL_PDF },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ])
  await files.getByText('notes.txt: This type of file cannot be used. Attach a PDF, JPG or PNG.').waitFor()
  const type = page.getByLabel('Type of Voided check.pdf')
  await expect.poll(() => type.inputValue()).toBe('voidedCheck')
  await row('Voided check.pdf').getByText('Added by').waitFor()
  await page.getByRole('button', { name: 'Confirm type and month of Voided check.pdf' }).click()
  await row('Voided check.pdf').getByText('Suggested').waitFor({ state: 'detached' })

  const month = page.getByLabel('Month of october statement.pdf')
  const lastMonth = await month.locator('option').nth(2).getAttribute('value')
  await month.selectOption(lastMonth)
  await files.getByText('Bank statements: The months of 4 files are not known').waitFor()
  for (const name of ['locked statement.pdf', 'broken statement.pdf', 'fax.pdf', 'page two.png'])
    await page.getByLabel(`Type of ${name}`).selectOption('other')
  await files.getByText(/^Bank statements: \w+( \d+)?, \w+( \d+)? and \w+( \d+)? are missing$/).waitFor()
  await page.reload()
  await expect.poll(() => month.inputValue()).toBe(lastMonth)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: 'Download all' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Ash Bakery LLC – documents – \d{4}-\d\d-\d\d\.zip$/)
})
