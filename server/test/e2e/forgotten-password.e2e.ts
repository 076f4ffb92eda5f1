import { describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { mailsTo } from '../support/mails.ts'
import { NEW_PASSWORD, startAccountServer } from './account.fixture.ts'
import { fillLogin } from './panel-visit.ts'

const { url, services, open, person } = await startAccountServer()

describe('a forgotten password', () => {
  it('is replaced through a mailed link, which works once', async () => {
    const { email } = await person()
    const page = await open('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()

    await expect.poll(async () => (await mailsTo(services, email)).length).toBe(1)
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

  it('has pages that refuse to be framed', async () => {
    for (const path of ['/forgot-password', '/reset-password']) {
      const { status, headers } = await fetch(`${url}${path}`)
      expect([status, headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
  })
})
