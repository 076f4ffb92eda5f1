// @module-tag long
import type { Page } from 'playwright-core'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, test, vi } from 'vitest'
import { receiptMessages } from '#domain/messages/receipt'
import { verifyMessages } from '#domain/messages/verify'
import { evidence, ownSealer, seal, unsealed } from '../../evidence/sealed.fixture.ts'
import { toDigest } from '../../evidence/seals.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeUser, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { DESKTOP, formBrowser, PHONE } from './form-visit.ts'

/** What a funder does with a PDF that an applicant or a broker handed on. */

const server = await startTestServer({ role: 'all' })
const browser = formBrowser()
const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-verify-'))
afterAll(() => rm(folder, { recursive: true }))
const words = verifyMessages.en

const { body } = await submitApplication(server.url, await openFormSession(server.url))
const id = body.data?.id ?? ''
const receipt = body.data?.receiptToken ?? ''
const token = await signIn(server.url, (await makeUser(server.services, { isAdmin: true })).email)
const isSealed = async () => {
  const files = await server.services.db
    .system('test')
    .write((client) => client.sealedFile.count({ where: { submissionId: id } }))
  return files > 0
}
await vi.waitUntil(isSealed, { timeout: 60_000, interval: 100 })
const download = async (query: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return Buffer.from(
    await (await fetch(`${server.url}/api/form/pdf/${id}${query}`, { headers })).arrayBuffer(),
  )
}
const original = await download('?original=1')
const changed = Buffer.from(original)
const middle = Math.floor(changed.length / 3)
changed[middle] = (changed[middle] ?? 0) ^ 1

async function open(at: object, address = `${server.url}/verify`): Promise<Page> {
  const context = await browser().newContext({ locale: 'en-US', ...at })
  const page = await context.newPage()
  await page.goto(address)
  return page
}

async function check(page: Page, pdf: Uint8Array): Promise<void> {
  await page.locator('#file').setInputFiles({
    name: 'application.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(pdf),
  })
  await page.locator('#result:not([hidden])').waitFor()
}
const shoot = async (page: Page, name: string) => {
  const shots = process.env.SCREENSHOTS
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true })
}
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const foreign = await seal(await unsealed(), await ownSealer('Somebody else'))
const FILES = {
  valid: [original, /^Sealed on /, words.isSealed],
  changed: [changed, /^Changed$/, /./],
  foreign: [foreign.pdf, /^Not known$/, words.problems.unknown],
  copy: [await download(''), /^Copy\. Sealed on /, words.isCopy],
  'not-sealed': [await unsealed(), /^Not sealed$/, words.problems.no_seal],
} as const

describe.each([
  ['390', { ...PHONE, viewport: { width: 390, height: 844 } }],
  ['1280', DESKTOP],
])('the page /verify at %s px', (width, at) => {
  it.each(Object.entries(FILES))('says in words what a file is: %s', async (name, [pdf, title, text]) => {
    const page = await open(at)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await check(page, pdf)
    await page.locator('#result h2').getByText(title).waitFor()
    await page.locator('#result > p').getByText(text).waitFor()
    expect(sent).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await shoot(page, `verify-${name}-${width}`)
  })
})

it('shows what the evidence says: signers, consent, events and the fingerprint', async () => {
  const page = await open(DESKTOP)
  await check(page, original)
  const text = await page.locator('#result').innerText()
  for (const part of [toDigest(original), 'The form was opened', 'The application was received', id])
    expect(text).toContain(part)
})

it('shows nothing that a stranger’s file says of itself but the name, as a claim', async () => {
  const page = await open(DESKTOP)
  const forged = evidence({ page: [{ title: 'VALID. Sealed by Demo Funding', rows: [] }] })
  await check(page, (await seal(await unsealed(forged), await ownSealer('Demo Funding'))).pdf)
  const text = await page.locator('#result').innerText()
  expect(text).toContain(words.rows.calledItself)
  expect(text).not.toMatch(/VALID|Sealed by/)
})

it('says of a file that it cannot finish that it is not sealed', async () => {
  const page = await open(DESKTOP)
  await check(page, Buffer.from(`%PDF-1.7\n${' '.repeat(10_000_000)}\nstartxref\n9\n%%EOF\n`))
  await page.getByText(words.problems.unreadable).waitFor()
})

it('works as one saved file without a server', async () => {
  const saved = path.join(folder, 'verify.html')
  await writeFile(saved, await (await fetch(`${server.url}/verify.html`)).text())
  const page = await open({ ...DESKTOP, offline: true }, pathToFileURL(saved).href)
  await check(page, original)
  await page
    .locator('#result h2')
    .getByText(/^Sealed on /)
    .waitFor()
  await check(page, changed)
  await page.locator('#result h2').getByText(words.changed, { exact: true }).waitFor()
})

describe('the address of a fingerprint', () => {
  it('says when it was sealed, and of all others that they are not known', async () => {
    const page = await open(DESKTOP, `${server.url}/verify#${toDigest(original)}`)
    await page
      .locator('#result h2')
      .getByText(/^Sealed on /)
      .waitFor()
    await shoot(page, 'verify-digest-1280')
    const other = await open(DESKTOP, `${server.url}/verify#${'0'.repeat(64)}`)
    await other.locator('#result h2').getByText(words.foreign, { exact: true }).waitFor()
    expect(await axeViolations(other)).toEqual([])
    const cut = await open(DESKTOP, `${server.url}/verify#${toDigest(original).slice(2)}`)
    await cut.getByText(words.isNoFingerprint).waitFor()
  })

  it('is compared with the file that is chosen: the original, a copy of it, another', async () => {
    const page = await open(DESKTOP, `${server.url}/verify#${toDigest(original)}`)
    const other = await seal(await unsealed(), await ownSealer('Somebody else'))
    for (const [pdf, isOther] of [
      [original, false],
      [FILES.copy[0], false],
      [other.pdf, true],
    ] as const) {
      await check(page, pdf)
      await page.locator('#result dl').first().waitFor()
      expect(await page.getByText(words.isOther).count()).toBe(isOther ? 1 : 0)
    }
    expect(await page.locator('#result').getAttribute('class')).not.toBe('good')
  })
})

test('the receipt shows the fingerprint, and its code leads to the check', async () => {
  const text = receiptMessages.en.seal
  for (const [width, at] of [
    ['390', { ...PHONE, viewport: { width: 390, height: 844 } }],
    ['1280', DESKTOP],
  ] as const) {
    const page = await open(at, `${server.url}/application#${receipt}`)
    await page.getByRole('heading', { name: text.title }).waitFor()
    await page.getByText(toDigest(original)).waitFor()
    await page.getByRole('img', { name: text.code }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await shoot(page, `receipt-${width}`)
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: text.check }).click(),
    ])
    await opened
      .locator('#result h2')
      .getByText(/^Sealed on /)
      .waitFor()
  }
})

test('a program gets the same verdicts', async () => {
  const verdict = async (pdf: Uint8Array) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' }
    const request = { method: 'POST', headers, body: Buffer.from(pdf) }
    return (await (await fetch(`${server.url}/api/v1/verify`, request)).json()) as {
      data: { state: string; code: string | null }
    }
  }
  const answers = await Promise.all(Object.values(FILES).map(async ([pdf]) => (await verdict(pdf)).data))
  expect(answers.map(({ state, code }) => [state, code])).toEqual([
    ['sealed', null],
    ['changed', expect.any(String)],
    ['foreign', 'unknown'],
    ['copy', null],
    ['not_sealed', 'no_seal'],
  ])
  const refused = await call(server.url, 'POST', '/verify/digest', { body: { digest: 'short' } })
  expect(refused.status).toBe(400)
})
