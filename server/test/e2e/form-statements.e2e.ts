// @module-tag long
import { expect, test } from 'vitest'
import { sentenceIn } from '#domain/messages/localized-text'
import { statementMessages } from '#domain/messages/statements'
import { monthName, shortMonthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { monthsBefore, statementSentence } from '#domain/statement-summary'
import { lockPdf } from '../../statements/locked-pdf.fixture.ts'
import { makeStatement } from '../../statements/reader/fixtures/statement.fixture.ts'
import { attach, file, said, startUploads, text, uploaded } from './form-uploads.fixture.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations } from '../support/axe.ts'
import { upload } from '../support/uploads.ts'
import { PHONE } from './form-visit.ts'

/** Bank statements by month. */

const { server, statement, open } = await startUploads()
const words = statementMessages.en
const ASKED = monthsBefore(new Date().toISOString().slice(0, 10))
const tellMissing = (statementMonths: string[]) =>
  statementSentence(ASKED, { statementMonths, undatedStatements: 0 }, 'en')

test('a file takes its month from its name, can be corrected, and keeps it after a reload', async () => {
  const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
  const page = await open(PHONE)
  const slots = page.getByRole('list', { name: words.list }).getByRole('listitem')
  const slot = (month: string) => slots.filter({ hasText: shortMonthName(month, 'en') })
  await page.locator('[data-section=uploads]').scrollIntoViewIfNeeded()
  await expect.poll(() => slots.count()).toBe(4)
  const sentence = page.locator('.statement-sentence')
  expect(await sentence.innerText()).toBe(tellMissing([]))

  await attach(
    page,
    file(`statement-${last}.pdf`, statement),
    file('scan.pdf', statement),
    file(`statement-${before}.webp`, statement, 'image/webp'),
  )
  await uploaded(page, 2)
  await slot(last).getByText(words.attached).waitFor()
  await said(page, `statement-${before}.webp`, text.foreign.picture)
  expect(await sentence.innerText()).toBe('The month of 1 file is not known')
  await page.getByText(text.count(2, 10)).waitFor()

  await page.getByRole('combobox', { name: words.monthOf('scan.pdf') }).selectOption(before)
  await slot(before).getByText(words.attached).waitFor()
  expect(await sentence.innerText()).toBe(tellMissing([last, before]))
  const months = () =>
    server.services.db.connections.system
      .client()
      .document.findMany({ orderBy: { id: 'asc' } })
      .then((rows) => rows.map(({ statementMonth }) => statementMonth))
  await expect.poll(months).toEqual([last, before])

  await page.reload()
  await uploaded(page, 2)
  expect(await slots.getByText(words.attached).count()).toBe(2)
})

test('a file says which statement it is, and a locked one asks for its password', async () => {
  const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
  const first = await makeStatement({ month: before, opening: 900_000 })
  const second = await makeStatement({ month: last, opening: first.closing })
  const page = await open(PHONE)
  const slots = page.getByRole('list', { name: words.list }).getByRole('listitem')
  const slot = (month: string) => slots.filter({ hasText: shortMonthName(month, 'en') })
  await page.locator('[data-section=uploads]').scrollIntoViewIfNeeded()
  await attach(page, file('one.pdf', first.pdf), file('two.pdf', await lockPdf(second.pdf, 'Tulip-4471')))
  await page
    .getByText(new RegExp(`^${monthName(before, 'en')}, .*, ${words.ending('1234')}$`))
    .first()
    .waitFor()
  await slot(before).getByText(words.attached).waitFor()

  await page.getByText(words.passwordNeeded, { exact: true }).waitFor()
  await page.reload()
  await uploaded(page, 2)
  await page.getByText(words.passwordNeeded, { exact: true }).waitFor()
  const password = page.getByLabel(words.passwordOf('two.pdf'))
  await password.fill('guess')
  await password.press('Enter')
  await page.getByText('This password does not open the file. Try again.').waitFor()
  await password.fill('Tulip-4471')
  await page.getByRole('button', { name: words.unlock }).click()
  await page
    .getByText(new RegExp(`^${monthName(last, 'en')}, .*, ${words.ending('1234')}$`))
    .first()
    .waitFor()
  await slot(last).getByText(words.attached).waitFor()
  expect(await password.count()).toBe(0)
})

test('after the submit, a missing month leads to a file that is added as this month', async () => {
  const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
  const session = await openFormSession(server.url, 'demo')
  const fields = { statementMonth: last }
  await upload(server.url, { name: 'first.pdf', fields, headers: { 'x-form-session': session } })
  const { body } = await submitApplication(server.url, session, {}, 'demo')
  const page = await open({ ...PHONE, path: `/application#${body.data?.receiptToken}` })
  await page.getByText(`Bank statement, ${monthName(last, 'en')}`).waitFor()
  const slots = page.getByRole('list', { name: words.list }).getByRole('listitem')
  await expect.poll(() => slots.getByText(words.attached).count()).toBe(1)

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: `${words.add} ${shortMonthName(before, 'en')}` }).click(),
  ])
  await chooser.setFiles(file('scan.pdf', statement))
  await page.getByText(`Bank statement, ${monthName(before, 'en')}`).waitFor()
  await expect.poll(() => slots.getByText(words.attached).count()).toBe(2)
})

test.each(['en', 'es', 'ru'] as const)(
  'a file that is added to the receipt says which statement it is, and a locked one opens there: %s',
  async (language) => {
    const [last = '', before = ''] = lastMonths(new Date().toISOString().slice(0, 10), 4)
    const first = await makeStatement({ month: before, opening: 900_000 })
    const second = await makeStatement({ month: last, opening: first.closing })
    const { body } = await submitApplication(
      server.url,
      await openFormSession(server.url, 'demo'),
      {},
      'demo',
    )
    const page = await open({ ...PHONE, path: `/application?lang=${language}#${body.data?.receiptToken}` })
    const own = statementMessages[language]
    const tells = (month: string) =>
      page
        .locator('.upload .note')
        .getByText(new RegExp(`^${monthName(month, language)}, .*, ${own.ending('1234')}$`))
        .waitFor()
    const slots = page.getByRole('list', { name: own.list }).getByRole('listitem')
    await expect.poll(() => slots.count()).toBe(4)
    await attach(page, file('one.pdf', first.pdf), file('two.pdf', await lockPdf(second.pdf, 'Tulip-4471')))
    await tells(before)
    await page.getByText(own.passwordNeeded, { exact: true }).waitFor()
    // The password is still needed after a reload; the other file is told by the list alone.
    await page.reload()
    await page.getByText(own.passwordNeeded, { exact: true }).waitFor()
    expect(await page.locator('.uploads .upload').count()).toBe(1)
    const password = page.getByLabel(own.passwordOf('two.pdf'))
    await password.fill('guess')
    await page.getByRole('button', { name: own.unlock }).click()
    await page.getByText(sentenceIn(language, ({ upload }) => upload.wrongPassword)).waitFor()
    await password.fill('Tulip-4471')
    await password.press('Enter')
    await tells(last)
    await expect.poll(() => slots.getByText(own.attached).count()).toBe(2)
    const statements = { statementMonths: [last, before], undatedStatements: 0 }
    await page.getByText(statementSentence(ASKED, statements, language), { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  },
)
