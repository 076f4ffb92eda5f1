// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, makeUser, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { codeOf, switchOtpOn } from '../support/one-time-code.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

/** The strict sign-in policy and the password for sensitive acts, on the real server and the built panel. */

const { url, services } = await startTestServer({ signInPolicy: 'strict' })
const open = panelVisits(url)
const OWN_PASSWORD = 'battery-staple-2'
const company = await makeCompany(services)

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function choosePassword(page: Page, given: string, password: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Choose your own password' })
  await card.getByLabel('The password you were given').fill(given)
  await card.getByLabel('New password', { exact: true }).fill(password)
  await card.getByLabel('Repeat the new password').fill(password)
  await card.getByRole('button', { name: 'Set password' }).click()
}

async function setUpOtp(page: Page, password: string): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await dialog.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  return secret
}

describe('the strict sign-in policy', () => {
  it('leads the first admin from the printed password over two steps to the list they came for', async () => {
    const page = await open('/admin/companies', null)
    await login(page, TEST_ADMIN.email, TEST_ADMIN.password)
    await page.waitForURL('**/admin/account')
    await page.getByText(/^Your password was set by someone else/).waitFor()
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Set up' }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${url}/admin/companies`)
    await page.waitForURL('**/admin/account')

    await choosePassword(page, TEST_ADMIN.password, 'Password123')
    await page.getByText('This password is too common. Choose another.').waitFor()
    await choosePassword(page, TEST_ADMIN.password, TEST_ADMIN.password)
    await page.getByText('Choose a password other than your current one.').waitFor()
    await choosePassword(page, TEST_ADMIN.password, OWN_PASSWORD)
    await page.getByText('Two-step sign-in is required. Set it up to reach the other pages.').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await setUpOtp(page, OWN_PASSWORD)
    // Somebody who looks at their app or notes and comes back still finds the codes, which are shown once.
    const asked = page.waitForResponse((response) => response.url().includes('user.me'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await asked
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL('**/admin/companies')
    await page.getByText(/^Displayed/).waitFor()
  })

  it('leads people of a company over two steps to their first page, on a phone too', async () => {
    const { email } = await makeCompanyAdmin(services, company.id)
    const page = await open('/', null, PHONE)
    await login(page, email, TEST_PASSWORD)
    await page.waitForURL('**/admin/account')
    expect(await scrollsSideways(page)).toBe(false)
    await setUpOtp(page, TEST_PASSWORD)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL('**/admin/forms')
  })
})

describe('a change that needs the password again', () => {
  it('asks for it, goes on once it is right, and leaves everything as typed when it is not given', async () => {
    const { id, email } = await makeCompanyAdmin(services, company.id)
    const colleague = await makeUser(services, { companyId: company.id, name: 'Colleague' })
    const token = await signIn(url, email)
    await switchOtpOn(url, token)
    const confirmedAt = new Date(Date.now() - LIMITS.confirmedMinutes * 60_000 - 1000)
    await services.db
      .system('test')
      .write((client) => client.loginSession.updateMany({ where: { userId: id }, data: { confirmedAt } }))
    const page = await open('/admin/users', token)
    await page.getByRole('button', { name: 'Edit Colleague' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit User' })
    await editor.getByRole('button', { name: 'Set a new password' }).click()
    await editor.getByLabel(/^New password/).fill('given-by-boss-1')
    await editor.getByLabel('Repeat new password').fill('given-by-boss-1')
    await editor.getByRole('button', { name: 'Save' }).click()

    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    const password = dialog.getByLabel('Your password')
    await password.waitFor()
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await editor.getByLabel(/^New password/).inputValue()).toBe('given-by-boss-1')

    await editor.getByRole('button', { name: 'Save' }).click()
    await password.fill('wrong-horse-1')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('This is not your current password.').waitFor()
    await password.fill(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('User saved').waitFor()
    await editor.waitFor({ state: 'hidden' })
    await expect(signIn(url, colleague.email, 'given-by-boss-1')).resolves.toBeTruthy()

    // The password counts for the next change too.
    await page.getByRole('button', { name: 'Edit Colleague' }).click()
    await editor.getByLabel('Two-step sign-in switched off').click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.waitFor({ state: 'hidden' })
    expect(await dialog.count()).toBe(0)
  })
})
