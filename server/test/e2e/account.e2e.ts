import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, makeCompany, makeCompanyAdmin, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { codeOf, switchOtpOn } from '../support/one-time-code.ts'
import { startTestServer } from '../support/server.ts'

/** People and their own accounts, on the real server and the built panel. Nothing may be printed to the console. */

const server = await startTestServer({ worker: true })
const { url, services } = server
const NEW_PASSWORD = 'battery-staple-2'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

let browser: Browser
let context: BrowserContext
const printed: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
afterEach(async () => {
  await context?.close()
  expect(printed.splice(0)).toEqual([])
})

async function open(path: string, token?: string, options: BrowserContextOptions = {}): Promise<Page> {
  const localStorage = token === undefined ? [] : [{ name: 'token', value: token }]
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      printed.push(message.text())
  })
  context.on('weberror', (error) => printed.push(error.error().message))
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  return page
}

async function person(changes: { requireOtp?: boolean } = {}) {
  const company = await makeCompany(services, changes)
  const { id, email } = await makeCompanyAdmin(services, company.id)
  return { id, email, token: await signIn(url, email) }
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fitsTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

describe('the account page', () => {
  it("is reached by the person's name, and changes the password", async () => {
    const { email, token } = await person()
    const page = await open('/admin/forms', token)
    await page.getByRole('link', { name: /Your account$/ }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    const password = card(page, 'Password')
    const fill = async (current: string, next: string, repeat: string) => {
      await password.getByLabel('Current password').fill(current)
      await password.getByLabel('New password', { exact: true }).fill(next)
      await password.getByLabel('Repeat the new password').fill(repeat)
      await password.getByRole('button', { name: 'Change password' }).click()
    }
    await fill(TEST_PASSWORD, 'short', 'short')
    await password.getByText('Password must be at least 8 characters long.').waitFor()
    await fill(TEST_PASSWORD, NEW_PASSWORD, 'another-one-3')
    await password.getByText('Passwords do not match.').waitFor()
    await fill('wrong-horse-1', NEW_PASSWORD, NEW_PASSWORD)
    await password.getByText('This is not your current password.').waitFor()
    expect(
      await password.getByLabel('Current password').evaluate((input) => input === document.activeElement),
    ).toBe(true)
    await fill(TEST_PASSWORD, NEW_PASSWORD, NEW_PASSWORD)
    await page.getByText('Your password has been changed.').waitFor()
    expect(await password.getByLabel('Current password').inputValue()).toBe('')

    await page.getByRole('button', { name: 'Logout' }).click()
    await fillLogin(page, email, NEW_PASSWORD)
    await page.waitForURL('**/admin/forms')
  })

  it('lists the sessions and ends them', async () => {
    const { email, token } = await person()
    const others = [await signIn(url, email), await signIn(url, email), await signIn(url, email)]
    const page = await open('/admin/account', token)
    const rows = card(page, 'Sessions').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(4)
    await card(page, 'Sessions').getByText('This session').waitFor()

    await page
      .getByRole('button', { name: /^End: / })
      .first()
      .click()
    await page.getByText('The session has ended.').waitFor()
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByText('2 sessions have ended.').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    for (const other of others)
      expect((await call(url, 'GET', '/user/me', { token: other })).status).toBe(401)
  })

  it('fits a phone', async () => {
    const { email, token } = await person()
    await signIn(url, email)
    const page = await open('/admin/account', token, PHONE)
    await page.getByRole('button', { name: 'End all others' }).waitFor()
    expect(await fitsTheScreen(page)).toBe(true)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Current password').last().fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    expect(await fitsTheScreen(page)).toBe(true)
  })
})

describe('a forgotten password', () => {
  it('is replaced by way of a mailed link, which works once', async () => {
    const { email } = await person()
    const page = await open('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()

    await expect.poll(async () => (await mailsTo(services, email)).length, { timeout: 15_000 }).toBe(1)
    const [mail = ''] = await mailsTo(services, email)
    const link = new RegExp(`${url}/reset-password#[\\w-]+`).exec(mail)?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(await page.evaluate(() => window.location.href)).toBe(`${url}/reset-password`)
    expect(await axeViolations(page)).toEqual([])
    const set = async (password: string, repeat: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Repeat the new password').fill(repeat)
      await page.getByRole('button', { name: 'Set the password' }).click()
    }
    await set(NEW_PASSWORD, 'another-one-3')
    await page.getByText('Passwords do not match.').waitFor()
    await set(NEW_PASSWORD, NEW_PASSWORD)
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await page.getByRole('link', { name: 'Go to login' }).click()
    await fillLogin(page, email, NEW_PASSWORD)
    await page.waitForURL('**/admin/forms')

    await page.goto(link)
    await set('third-staple-3', 'third-staple-3')
    await page.getByText('This link has expired or was used already. Ask for a new one.').waitFor()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  it('has pages that nobody may frame', async () => {
    for (const path of ['/forgot-password', '/reset-password']) {
      const { status, headers } = await fetch(`${url}${path}`)
      expect([status, headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
  })
})

describe('two-step sign-in', () => {
  it('is set up with an app, then asks for its code, and takes a recovery code once', async () => {
    const { email, token } = await person()
    const page = await open('/admin/account', token)
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill('wrong-horse-1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('This is not your current password.').waitFor()
    await dialog.getByLabel('Current password').fill(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    const code = dialog.getByLabel('Code', { exact: true })
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await axeViolations(page)).toEqual([])

    await code.fill('000000')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^This code is not right or/).waitFor()
    const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    const used = codeOf(secret)
    await code.fill(used)
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    const recoveryCodes = await dialog
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toBe('intake-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await card(page, 'Two-step sign-in').getByText(/^On\./).waitFor()

    // A code counts once; that of the next half minute counts already.
    await page.getByRole('button', { name: 'Logout' }).click()
    await fillLogin(page, email, TEST_PASSWORD)
    const asked = page.getByLabel('Code')
    await asked.waitFor()
    expect(await asked.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await asked.fill(used)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText(/^This code is not right or/).waitFor()
    await asked.fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/admin/forms')

    const [first = ''] = recoveryCodes
    for (const accepted of [true, false]) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await fillLogin(page, email, TEST_PASSWORD)
      await asked.fill(first)
      await page.getByRole('button', { name: 'Verify' }).click()
      if (accepted) await page.waitForURL('**/admin/forms')
      else {
        await page.getByText(/^This code is not right or/).waitFor()
        break
      }
    }
    await page.getByRole('button', { name: 'Back to login' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
  })

  it('gets new recovery codes, and is switched off, for who proves both steps; focus returns', async () => {
    const { token } = await person()
    const { recoveryCodes } = await switchOtpOn(url, token)
    const page = await open('/admin/account', token)
    const dialog = page.getByRole('dialog')
    const prove = async (code: string, submit: string) => {
      await dialog.getByLabel('Current password').fill(TEST_PASSWORD)
      await dialog.getByLabel('Code').fill(code)
      await dialog.getByRole('button', { name: submit }).click()
    }
    const renew = page.getByRole('button', { name: 'New recovery codes' })
    await renew.waitFor()
    // To look and leave asks nothing of the server.
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('user.me') ? 1 : 0))
    await renew.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await renew.click()
    await prove(recoveryCodes[0] ?? '', 'Make new codes')
    await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor()
    const fresh = await dialog
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts()
    // They are shown this once.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => renew.evaluate((button) => button === document.activeElement)).toBe(true)

    expect(asked).toBe(0)

    await page.getByRole('button', { name: 'Switch off' }).click()
    await prove(recoveryCodes[1] ?? '', 'Switch off')
    await dialog.getByText(/^This code is not right or/).waitFor()
    await prove(fresh[0] ?? '', 'Switch off')
    await page.getByText('Two-step sign-in is off.').waitFor()
    const setUp = page.getByRole('button', { name: 'Set up' })
    await expect.poll(() => setUp.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('is where those are led whose company requires it, until it is set up', async () => {
    const { email, token } = await person({ requireOtp: true })
    const page = await open('/')
    await fillLogin(page, email, TEST_PASSWORD)
    await page.waitForURL('**/admin/account')
    await page.getByText('Two-step sign-in is required. Set it up to reach the other pages.').waitFor()
    await page.goto(`${url}/admin/forms`)
    await page.waitForURL('**/admin/account')
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0)

    await switchOtpOn(url, token)
    await page.goto(`${url}/admin/forms`)
    await page.getByText(/^Displayed/).waitFor()
  })
})
