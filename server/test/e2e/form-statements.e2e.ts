import { expect, test } from 'vitest'
import { statementMessages } from '#domain/messages/statements'
import { monthName, shortMonthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { attach, file, said, startUploads, text, uploaded } from './form-uploads.fixture.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { upload } from '../support/uploads.ts'
import { PHONE } from './form-visit.ts'

/** Bank statements by month. */

const { server, statement, open } = await startUploads()
const words = statementMessages.en

test('a file takes its month from its name, can be corrected, and keeps it after a reload', async () => {
  const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
  const page = await open(PHONE)
  const slots = page.getByRole('list', { name: words.list }).getByRole('listitem')
  const slot = (month: string) => slots.filter({ hasText: shortMonthName(month, 'en') })
  await page.locator('[data-section=uploads]').scrollIntoViewIfNeeded()
  await expect.poll(() => slots.count()).toBe(4)
  expect(await slots.getByText(words.missing).count()).toBe(4)

  await attach(
    page,
    file(`statement-${last}.pdf`, statement),
    file('scan.pdf', statement),
    file(`statement-${before}.heic`, statement, 'image/heic'),
  )
  await uploaded(page, 2)
  await slot(last).getByText(words.attached).waitFor()
  await said(page, `statement-${before}.heic`, text.foreign.heic)
  expect(await slots.getByText(words.missing).count()).toBe(3)
  await page.getByText(text.count(2, 10)).waitFor()

  await page.getByRole('combobox', { name: words.monthOf('scan.pdf') }).selectOption(before)
  await slot(before).getByText(words.attached).waitFor()
  const months = () =>
    server.services.db.system.document
      .findMany({ orderBy: { id: 'asc' } })
      .then((rows) => rows.map(({ statementMonth }) => statementMonth))
  await expect.poll(months).toEqual([last, before])

  await page.reload()
  await uploaded(page, 2)
  expect(await slots.getByText(words.attached).count()).toBe(2)
})

test('after the submit, a missing month leads to a file that is added as this month', async () => {
  const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
  const session = await openFormSession(server.url, 'demo')
  const fields = { statementMonth: last }
  await upload(server.url, { name: 'first.pdf', fields, headers: { 'x-form-session': session } })
  const { body } = await submitApplication(server.url, session, {}, 'demo')
  const page = await open({ ...PHONE, path: `/application#${body.data?.receiptToken}` })
  await page.getByText(monthName(last, 'en')).waitFor()
  const slots = page.getByRole('list', { name: words.list }).getByRole('listitem')
  await expect.poll(() => slots.getByText(words.attached).count()).toBe(1)

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: `${words.add} ${shortMonthName(before, 'en')}` }).click(),
  ])
  await chooser.setFiles(file('scan.pdf', statement))
  await page.getByText(monthName(before, 'en')).waitFor()
  await expect.poll(() => slots.getByText(words.attached).count()).toBe(2)
})
