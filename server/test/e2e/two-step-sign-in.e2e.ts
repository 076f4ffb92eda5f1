// @module-tag long
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { TEST_PASSWORD } from '../support/factories.ts'
import { codeOf, switchOtpOn } from '../support/one-time-code.ts'
import { card, startAccountServer } from './account.fixture.ts'
import { fillLogin } from './panel-visit.ts'

const { url, open, person } = await startAccountServer()

describe('two-step sign-in', () => {
  it('is set up with an app, then requires a code, and accepts a recovery code once', async () => {
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

  it('renews the recovery codes and is switched off with password and code, and returns the focus', async () => {
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

  it('is required before any other page when the company demands it', async () => {
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
