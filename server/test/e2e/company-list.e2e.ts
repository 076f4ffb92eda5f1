// @module-tag long
import { describe, expect, it } from 'vitest'
import { call, makeCompany, signIn } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { alertOf, button, startCompanyServer } from './company.fixture.ts'

const { url, services, token, boss, openCompanies } = await startCompanyServer()

describe('the list of companies', () => {
  it("shows its columns, and a company's count leads to its submissions", async () => {
    const page = await openCompanies()
    const headers = await page.getByRole('columnheader').allTextContents()
    expect(headers).toEqual([
      'Name In',
      'Name Out',
      'Company Lead',
      'Submitted Forms',
      'Edit',
      'Embed iframe',
      'Last edit',
      'Delete',
    ])
    const row = page.getByRole('row').filter({ hasText: 'Acme inside' })
    await button(row, /^Embed app/).waitFor()
    await row.getByText('(1)', { exact: true }).click()
    await page.waitForURL('**/admin/forms?**')
    await page.getByText('Displayed: 1–1 of 1').waitFor()

    // Another company is called the same: it is left out until the chip is taken away.
    const chip = button(page, 'Company: Acme Funding. Show all again')
    await page.getByPlaceholder('Search...').fill('Acme Funding')
    await page.waitForURL(/%22q%22/)
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await chip.press('Enter')
    await page.getByText('Displayed: 1–2 of 2').waitFor()
    expect(await chip.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  })

  it('shows company administrators their own company only, with Edit and Delete and without Add', async () => {
    await makeCompany(services, { nameIn: 'Not theirs' })
    const page = await openCompanies(await signIn(url, boss.email))
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await button(page, 'Edit Acme inside').waitFor()
    await button(page, 'Delete Acme inside').waitFor()
    expect(await button(page, 'Add company').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Create Company' }).count()).toBe(0)
  })
})

describe('deleting a company', () => {
  it('asks with the name, deletes the company, and shows the reason when it has submissions', async () => {
    await makeCompany(services, { nameIn: 'Gone soon' })
    const page = await openCompanies()
    const ask = async (name: string) => {
      await button(page, `Delete ${name}`).click()
      return alertOf(page, `Are you sure you want to delete ${name}?`)
    }
    await button(await ask('Gone soon'), 'Cancel').click()
    await page.getByRole('row').filter({ hasText: 'Gone soon' }).waitFor()
    await button(await ask('Gone soon'), 'Delete').click()
    await button(alertOf(page, 'Company deleted successfully'), 'OK').click()
    await page.getByRole('row').filter({ hasText: 'Gone soon' }).waitFor({ state: 'detached' })

    await button(await ask('Acme inside'), 'Delete').click()
    const refused = alertOf(page, /^Delete companyA company with submissions cannot be deleted\.OK$/)
    await refused.waitFor()
  })

  it('cannot be cancelled once it runs, and reloads the list when the company was already deleted', async () => {
    const { id } = await makeCompany(services, { nameIn: 'Gone already' })
    const page = await openCompanies()
    await button(page, 'Delete Gone already').click()
    const question = alertOf(page, 'Are you sure you want to delete Gone already?')
    expect((await call(url, 'DELETE', `/company/delete/${id}`, { token })).status).toBe(200)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const sent = page.waitForRequest('**/company/delete/**')
    await page.route('**/company/delete/**', async (route) => {
      await held
      await route.continue()
    })
    await button(question, 'Delete').click()
    await sent
    await page.keyboard.press('Escape')
    await button(question, 'Cancel').click({ force: true })
    expect(await question.isVisible()).toBe(true)
    release()
    await button(alertOf(page, 'Failed to delete company. Please try again.'), 'OK').click()
    await page.getByRole('row').filter({ hasText: 'Gone already' }).waitFor({ state: 'detached' })
  })

  it('leads to the login page when the session has ended', async () => {
    const asked = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const page = await openCompanies(asked)
    await button(page, 'Delete Acme inside').click()
    await call(url, 'POST', '/auth/logout', { token: asked })
    await button(alertOf(page, 'Are you sure you want to delete Acme inside?'), 'Delete').click()
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
  })
})
