// @module-tag long
import { expect, it } from 'vitest'
import { traceMessages as words } from '#domain/messages/panel-trace'
import { startPackageTests } from '../../packages/package.fixture.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { pagedPdf } from '../support/sample-pdfs.ts'
import { dialog, panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

/** Staff trace a copy, on the real server and the built panel. */

const { url, apply, enter, file } = await startPackageTests()
const open = panelVisits(url)

it.each([PHONE, undefined])('a copy is traced by its file and by its number, %j', async (size) => {
  const { token, funder, documents, sent } = await apply()
  const { token: link } = await sent()
  const cookie = await enter(link, funder.emails[0] ?? '')
  const copy = await file({ token: link, documentId: documents[0] ?? '' }, cookie)
  const page = await open('/admin/funders', token, size)
  await page.getByRole('button', { name: words.title }).click()
  const trace = dialog(page, words.title)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  const choose = (buffer: Buffer) =>
    trace.getByLabel(words.file).setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer })
  await choose(copy.content)
  await trace.getByText(words.sentTo(funder.name)).waitFor()
  const status = await trace.getByRole('status').textContent()
  const [number = ''] = /(\w{4}-){4}\w{4}/.exec(status ?? '') ?? []
  await choose(await pagedPdf())
  await trace.getByText(words.unknownFile).waitFor()
  await trace.getByLabel(words.number).fill(number.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await trace.getByText(words.sentTo(funder.name)).waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
  await trace.getByLabel(words.number).fill('K7Q2')
  await trace.getByRole('button', { name: words.trace, exact: true }).click()
  await trace.getByText(words.unknownNumber).waitFor()
})
