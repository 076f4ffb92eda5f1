// @module-tag long
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { call, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { card, NEW_PASSWORD, startAccountServer } from './account.fixture.ts'
import { fillLogin, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, open, person } = await startAccountServer()

describe('the account page', () => {
  it("opens from the user's name, and changes the password", async () => {
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

  it('lets the user choose to be mailed of new submissions', async () => {
    const { token } = await person()
    const page = await open('/admin/account', token)
    const mail = card(page, 'Mail of new submissions')
    await mail.getByLabel('When to mail you').click()
    await page.getByRole('option', { name: 'Daily at 8 AM, if there are any' }).click()
    await page.getByText('Your choice has been saved.').waitFor()
    await page.reload()
    await mail.getByText('Daily at 8 AM').waitFor()
    expect(await axeViolations(page)).toEqual([])
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

  it('shows buttons in forced colours', { tags: ['long'] }, async () => {
    const { token } = await person()
    const page = await open('/admin/account', token, { forcedColors: 'active' })
    const border = await page
      .getByRole('button', { name: 'Change password' })
      .evaluate((button) => getComputedStyle(button).borderTopWidth)
    expect(border).toBe('1px')
  })

  it('fits a phone', { tags: ['long'] }, async () => {
    const { email, token } = await person()
    await signIn(url, email)
    const page = await open('/admin/account', token, PHONE)
    await page.getByRole('button', { name: 'End all others' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Current password').last().fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })
})
