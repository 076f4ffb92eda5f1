import type { BrowserContextOptions, Page } from 'playwright-core'
import { makeCompany, makeCompanyAdmin, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { panelVisits } from './panel-visit.ts'

export const NEW_PASSWORD = 'battery-staple-2'

/** A server with its jobs, for users and their own accounts. Call it at the top of a test file. */
export async function startAccountServer() {
  const { url, services } = await startTestServer({ role: 'all' })
  const visit = panelVisits(url)

  const open = (path: string, token: string | null = null, options: BrowserContextOptions = {}) =>
    visit(path, token, options)

  async function person(changes: { requireOtp?: boolean } = {}) {
    const company = await makeCompany(services, changes)
    const { id, email } = await makeCompanyAdmin(services, company.id)
    return { id, email, token: await signIn(url, email) }
  }
  return { url, services, open, person }
}

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
