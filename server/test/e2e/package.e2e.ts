// @module-tag long
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { packagePage as words } from '#domain/messages/package'
import { offerServerMessages } from '#domain/messages/server-offer'
import { startPackageTests } from '../../packages/package.fixture.ts'
import { readZip } from '../support/read-zip.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { DESKTOP, formBrowser, PHONE } from './form-visit.ts'

/** What a funder does with a mailed link, on a phone and at a desk. */

const { url, system, runJobs, apply, mailedCode, waiting } = await startPackageTests()
const browser = formBrowser()

const shoot = async (page: Page, name: string) => {
  const shots = process.env.SCREENSHOTS
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true })
}
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function visit(token: string, at: object = PHONE) {
  const context = await browser().newContext({ locale: 'en-US', ...at })
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  await page.goto(`${url}/package#${token}`)
  return { context, page, calls }
}

async function check(page: Page, name: string): Promise<void> {
  expect(await scrollsSideways(page)).toBe(false)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await shoot(page, name)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function enter(page: Page, address: string): Promise<void> {
  await press(page, words.open)
  const field = page.getByLabel(words.code.label)
  await field.waitFor()
  await vi.waitUntil(async () => (await waiting('%:code:%')).length > 0, { timeout: 120_000 })
  await runJobs()
  await field.fill(await mailedCode(address))
  await press(page, words.code.submit)
  await page.getByRole('heading', { name: words.files }).waitFor()
}

describe.each([
  ['390', { ...PHONE, viewport: { width: 390, height: 844 } }],
  ['1280', DESKTOP],
])('the page /package at %s px', (width, at) => {
  it('asks for nothing before Open, then for the code, and shows the file', async () => {
    const { id, documents, funder, sent } = await apply({ dbaName: 'Golden Crust' })
    const { token, copyNumber } = await sent({ message: 'Two shops, a third one is planned.\nPlease hurry.' })
    const { page, calls, context } = await visit(token, at)
    await page.getByRole('button', { name: words.open }).waitFor()
    expect(calls).toEqual([])
    expect(new URL(page.url()).hash).toBe('')
    await check(page, `package-start-${width}`)

    await press(page, words.open)
    const field = page.getByLabel(words.code.label)
    await field.waitFor()
    await field.fill('000000')
    await press(page, words.code.submit)
    await page.getByText('That code is wrong').waitFor()
    await check(page, `package-code-${width}`)
    await runJobs()
    await field.fill(await mailedCode(funder.emails[0] ?? ''))
    await press(page, words.code.submit)
    await page.getByRole('heading', { name: words.files }).waitFor()
    await page.getByText(words.copies(funder.name, copyNumber)).waitFor()
    for (const text of ['Two shops', 'Golden Crust', 'october.pdf', words.noFigures])
      await page.getByText(text).first().waitFor()
    await check(page, `package-file-${width}`)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.saveOf('october.pdf') }).click(),
    ])
    expect(download.suggestedFilename()).toBe('october.pdf')
    const [archive] = await Promise.all([page.waitForEvent('download'), press(page, words.saveAll)])
    expect(readZip(await readFile(await archive.path())).size).toBe(4)
    // Browsers without a viewer of PDFs save it.
    await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: words.viewOf('november.pdf') }).click(),
    ])
    const isViewed = { detail: { path: ['document'], equals: documents[1] ?? '' }, objectId: id }
    await vi.waitUntil(async () => (await system((tx) => tx.auditEntry.count({ where: isViewed }))) === 1, {
      timeout: 120_000,
    })

    // The browser is known now.
    await page.reload()
    await press(page, words.open)
    await page.getByRole('heading', { name: words.files }).waitFor()
  })

  it('takes an offer, with what is wrong beside its field, and another answer later', async () => {
    const { funder, sent, list } = await apply()
    const { token } = await sent()
    const { page } = await visit(token, at)
    await enter(page, funder.emails[0] ?? '')
    await page.getByLabel(words.fields.amount).fill('50,000')
    await press(page, words.send)
    await page.locator('[aria-invalid]').first().waitFor()
    await check(page, `package-problems-${width}`)
    await page.getByLabel(words.fields.factor).fill('1.32')
    await page.getByLabel(words.fields.paymentCount).fill('120')
    await page.getByLabel(words.optional(words.fields.fees)).fill('$995')
    await page.getByLabel(words.optional(words.fields.expiresAt)).fill('2026-01-31')
    await press(page, words.send)
    await page.getByText(offerServerMessages.past).waitFor()
    await page.getByLabel(words.optional(words.fields.expiresAt)).fill('2099-12-15')
    await page.getByLabel(words.kinds.decline).check()
    await page.getByLabel(words.kinds.offer).check()
    expect(await page.getByLabel(words.fields.factor).inputValue()).toBe('1.32')
    await press(page, words.send)
    await page.getByText(words.thanks).waitFor()
    const top = await page.getByText(words.thanks).evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(page.viewportSize()?.height ?? 0)
    await page.getByText('You made an offer').waitFor()
    const [offer] = await system((client) => client.offer.findMany({ where: { funderId: funder.id } }))
    expect(offer).toMatchObject({ amount: 50_000, factor: 1.32, fees: 995, frequency: 'daily' })

    await page.getByLabel(words.kinds.ask).check()
    await page.getByLabel(words.fields.text).fill('Please send the October statement.')
    await press(page, words.send)
    await page.getByText('You asked for more').waitFor()
    await check(page, `package-answered-${width}`)
    await page.getByLabel(words.kinds.decline).check()
    await page.getByLabel(words.fields.reason).fill('Too many positions')
    await press(page, words.send)
    await page.getByText('You declined').waitFor()
    expect((await list())[0]?.answers.map(({ kind }) => kind)).toEqual(['offer', 'ask', 'decline'])
    await page.reload()
    await press(page, words.open)
    await page.getByText('You declined').waitFor()
  })

  it('says that a link is unknown, withdrawn or expired', async () => {
    const { sent, act } = await apply()
    const { token, id } = await sent()
    const ended = async (link: string, text: string, name: string) => {
      const { page } = await visit(link, at)
      await press(page, words.open)
      await page.getByText(text).waitFor()
      await check(page, `package-${name}-${width}`)
    }
    await ended('nothing', 'This link is not valid', 'unknown')
    await act('withdraw', id)
    await ended(token, 'withdrew this file', 'withdrawn')
    const expired = { state: 'sent', expiresAt: new Date() } as const
    await system((client) => client.package.update({ where: { id }, data: expired }))
    await ended(token, 'This link has expired', 'expired')
  })
})

it('says so when the server does not answer, and goes on once it does', async () => {
  const { sent } = await apply()
  const { token } = await sent()
  const { page, context } = await visit(token)
  await context.setOffline(true)
  await press(page, words.open)
  await page.getByText(words.failed).waitFor()
  await shoot(page, 'package-failed-360')
  await context.setOffline(false)
  await press(page, words.open)
  await page.getByLabel(words.code.label).waitFor()
})

it('is kept from frames, caches and other sites by its headers', async () => {
  const { headers } = await fetch(`${url}/package`)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})
