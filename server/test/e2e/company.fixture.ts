import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { makeCompany, makeCompanyAdmin, makeLink, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits } from './panel-visit.ts'

/** A server with two companies of the same external name, each with one submission. Call it at the top of a test file. */
export async function startCompanyServer() {
  const { url, services } = await startTestServer({ seedDemo: false })
  const open = panelVisits(url)
  const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const acme = await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme Funding' })
  const boss = await makeCompanyAdmin(services, acme.id)
  await makeUser(services, { name: 'Carla Colleague', companyId: acme.id })
  const twin = await makeCompany(services, { nameOut: 'Acme Funding' })
  for (const { id } of [acme, twin]) {
    const { slug } = await makeLink(services, id)
    await submitApplication(url, await openFormSession(url, slug), {}, slug)
  }

  async function openCompanies(as = token, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await open('/admin/companies', as, options)
    await page.getByText(/^Displayed: [1-9]/).waitFor()
    return page
  }
  return { url, services, token, boss, open, openCompanies }
}

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
export const alertOf = (page: Page, text: string | RegExp) =>
  page.getByRole('alertdialog').filter({ hasText: text })

type Tab = 'General' | 'Form fields' | 'Authorization' | 'Logos'
type PageTab = 'Applicants' | 'Desk' | 'Sign-in' | 'Security'
export const openTab = (dialog: Page | Locator, name: Tab | PageTab) =>
  dialog.getByRole('tab', { name }).click()

export async function openEditor(page: Page, name: string, tab: Tab = 'General'): Promise<Locator> {
  await button(page, `Edit ${name}`).click()
  const dialog = dialogOf(page, 'Edit Company')
  await dialog.waitFor()
  await openTab(dialog, tab)
  return dialog
}

/** Opens the page with the other settings, from the list. */
export async function openSettings(page: Page, name: string, tab: PageTab = 'Applicants'): Promise<Locator> {
  await button(page, `Settings of ${name}`).click()
  await page.getByRole('heading', { name: `Settings of ${name}` }).waitFor()
  await openTab(page, tab)
  return page.getByRole('main')
}

/** Text that fades in has no contrast yet. */
export const SETTLED = { timeout: 120_000 }
