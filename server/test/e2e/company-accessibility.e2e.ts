// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SCHEMES, turn } from '../support/axe.ts'
import { button, openEditor, openSettings, openTab, SETTLED, startCompanyServer } from './company.fixture.ts'
import { PHONE } from './panel-visit.ts'

const { url, token, openCompanies } = await startCompanyServer()

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const TABS = ['General', 'Form fields', 'Authorization', 'Logos'] as const
const PAGE_TABS = ['Applicants', 'Desk', 'Sign-in', 'Security'] as const

describe('the companies', () => {
  it('list, dialog and page have no axe violations in the light and the dark scheme', async () => {
    const page = await openCompanies(token)
    for (const [scheme, findViolations] of SCHEMES) {
      await turn(page, scheme)
      await expect.poll(() => findViolations(page), SETTLED).toEqual([])
      const dialog = await openEditor(page, 'Acme inside')
      await page.getByLabel('Preview of the form').waitFor()
      for (const name of TABS) {
        await openTab(dialog, name)
        await expect.poll(() => findViolations(page), SETTLED).toEqual([])
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await openSettings(page, 'Acme inside')
      for (const name of PAGE_TABS) {
        await openTab(page, name)
        await expect.poll(() => findViolations(page), SETTLED).toEqual([])
      }
      await page.getByRole('link', { name: 'Create Company' }).click()
      await button(page, 'Create').waitFor()
      await expect.poll(() => findViolations(page), SETTLED).toEqual([])
      await page.getByRole('link', { name: 'Company Management' }).click()
      await button(page, 'Edit Acme inside').waitFor()
    }
  })

  it('list, dialog and page fit a phone, where the preview unfolds below the fields', async () => {
    const page = await openCompanies(token, PHONE)
    expect(await overflow(page)).toBe(0)
    const dialog = await openEditor(page, 'Acme inside')
    await button(dialog, 'Show preview').click()
    await dialog.getByText('PLEASE FILL OUT COMPLETELY').waitFor()
    const body = dialog.locator('.MuiDialogContent-root')
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await dialog.getByRole('link', { name: 'More settings' }).click()
    for (const name of PAGE_TABS) {
      await openTab(page, name)
      expect(await overflow(page)).toBe(0)
    }
    await page.goto(`${url}/admin/create-company`)
    await button(page, 'Create').waitFor()
    expect(await overflow(page)).toBe(0)
  })
})
