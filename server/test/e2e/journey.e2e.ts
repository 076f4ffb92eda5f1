import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { receiptMessages } from '#domain/messages/receipt'
import { US_STATES } from '#domain/us-states'
import { images, wholeText } from '../../submissions/pdf/read-pdf.fixture.ts'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { startChild, type Child } from '../support/processes.ts'
import { samplePdf, samplePhoto } from '../support/sample-files.ts'
import { signByMouse } from './form-visit.ts'

/** The whole of the main job, on the built server and in the real browser: an application comes in, staff read it. */

const ADMIN = { email: 'admin@example.com', password: 'correct-horse-1' }
const answers = fullApplication({ signer1Signature: '', signer2Signature: '' })

let folder = ''
let server: Child
let browser: Browser
let page: Page
let statement: Buffer
let photo: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'intake-journey-'))
  ;[server, browser, statement, photo] = await Promise.all([
    startChild(['dist/server.mjs'], {
      DATABASE_URL: undefined,
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_PASSWORD: ADMIN.password,
      PORT: '0',
      LOG_LEVEL: 'fatal',
    }),
    workersBrowser(),
    samplePdf(9),
    samplePhoto(),
  ])
  await Promise.all([
    writeFile(path.join(folder, 'statement.pdf'), statement),
    writeFile(path.join(folder, 'photo.jpg'), photo),
  ])
  page = await browser.newPage({ acceptDownloads: true })
}, 120_000)

afterAll(async () => {
  await closeContexts(browser)
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function fillIn(name: string, value: string): Promise<void> {
  if (value === '') return
  const input = INPUTS.get(name)
  const field = page.locator(`[name="${name}"]`)
  if (input?.kind === 'yesNo') await page.locator(`[name="${name}"][value="${value}"]`).check({ force: true })
  else if (input?.kind === 'choice') await field.selectOption(value)
  else if (input?.kind === 'state')
    await field.selectOption(US_STATES.find(([code]) => code === value)?.[0] ?? '')
  else if (input?.kind !== 'signature') await field.fill(value)
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

const downloadBy = async (link: Locator): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return bytesOf(download)
}

describe('the main job', () => {
  it('prints on the first start who may sign in and where the demo form is', () => {
    const printed = server.lines.join('\n')
    expect(printed).toContain(ADMIN.email)
    expect(printed).toContain(`${server.url}/form/demo`)
    expect(server.lines.filter((line) => line.startsWith('Ready on '))).toHaveLength(1)
  })

  it('takes an application: filled in, signed by mouse, with statements, submitted', async () => {
    await page.goto(`${server.url}/form/demo`)
    await page.getByRole('heading', { name: 'PLEASE FILL OUT COMPLETELY' }).waitFor()
    for (const [name, value] of Object.entries(answers)) await fillIn(name, value)
    for (const canvas of await page.locator('canvas').all()) await signByMouse(page, canvas)

    await page
      .locator('input[type="file"]')
      .setInputFiles([path.join(folder, 'statement.pdf'), path.join(folder, 'photo.jpg')])
    await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(2)

    const token = await page.evaluate(() => localStorage.getItem('form_session_demo'))
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const overlay = page.locator('[lang="ru"]')
    await overlay.waitFor()
    expect(await overlay.innerText()).toMatch(/отправлена/)
    expect(await page.evaluate(() => localStorage.getItem('form_session_demo'))).not.toBe(token)
    await page.waitForEvent('load')
    await page.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
    await page.getByRole('button', { name: receiptMessages.en.another }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: receiptMessages.en.anotherYes }).click()
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    expect(await page.locator('[name="legalName"]').inputValue()).toBe('')
  }, 90_000)

  it('shows it to staff, sensitive values masked until revealed', async () => {
    await page.goto(server.url)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/admin/forms*')
    await page.getByText('Displayed: 1–1 of 1').waitFor()

    await page.getByRole('button', { name: 'View', exact: true }).first().click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('***-**-6789').first().waitFor()
    expect(await dialog.innerText()).toContain(answers.legalName)
    expect(await dialog.innerText()).not.toContain('123-45-6789')
    await dialog.getByRole('button', { name: 'Show full values' }).click()
    await dialog.getByText('123-45-6789').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('hands the statements back byte for byte', async () => {
    await page.getByRole('button', { name: /^Documents of/ }).click()
    const dialog = page.getByRole('dialog')
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await row('statement.pdf').waitFor()
    expect((await downloadBy(row('statement.pdf').getByText('Download'))).equals(statement)).toBe(true)
    expect((await downloadBy(row('photo.jpg').getByText('Download'))).equals(photo)).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('makes a PDF that another program reads: answers, wording, both signatures', async () => {
    const link = page.getByRole('row').getByText('Download', { exact: true })
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByText('Displayed: 1–1 of 1').waitFor()
          return link.count()
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(1)
    const pdf = await downloadBy(link)
    const text = await wholeText(pdf)
    for (const shown of [
      'Peña & Sons Bakery LLC',
      '123-45-6789',
      'Ольга Петрова',
      'AUTHORIZATION',
      'Page 1 of',
    ]) {
      expect(text).toContain(shown)
    }
    expect(text).toContain('Demo Funding')
    expect((await images(pdf)).length).toBeGreaterThanOrEqual(3)
  })

  it('mails the company without a word about the applicant', async () => {
    const mailFolder = path.join(folder, 'data', 'mail')
    const names = await readdir(mailFolder)
    const mails = await Promise.all(names.map((name) => readFile(path.join(mailFolder, name), 'utf8')))
    // The applicant's receipt lies beside it.
    const toCompany = mails.filter((mail) => mail.includes('desk@demo-funding.example'))
    expect(toCompany).toHaveLength(1)
    expect(toCompany[0]).toContain('/admin/forms')
    for (const secret of ['Peña', 'Golden Crust', '6789', 'José']) expect(mails.join()).not.toContain(secret)
  })

  it('ends in order on SIGTERM', async () => {
    expect(await server.stop()).toBe(0)
  })
})
