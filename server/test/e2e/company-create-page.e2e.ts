// @module-tag long
import { describe, expect, it } from 'vitest'
import { call, signIn } from '../support/factories.ts'
import { button, startCompanyServer } from './company.fixture.ts'

const { url, boss, open, openCompanies } = await startCompanyServer()

describe('Create New Company', () => {
  it('creates a company with its administrator and returns to the list', async () => {
    const page = await openCompanies()
    await page.getByRole('link', { name: 'Create Company' }).click()
    await page.getByRole('heading', { name: 'Create New Company' }).waitFor()
    for (const name of ['Company Information', 'Administrator User', 'Administrator Role'])
      await page.getByRole('heading', { name }).waitFor()
    await button(page, 'Create').click()
    for (const text of ['Please enter an internal name', 'Please enter an email', 'Please enter a password'])
      await page.getByText(text).waitFor()

    await page.getByLabel('Internal name').fill('Orbit')
    await page.getByLabel('External name').fill('Orbit Capital')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Orbit')
    const email = page.getByRole('textbox', { name: 'Email', exact: true })
    await email.fill(boss.email)
    await page.getByLabel('Password').fill('orbit-capital-1')
    await page.getByRole('group', { name: 'Pages' }).getByLabel('Teams').uncheck()
    await button(page, 'Create').click()
    await page.getByRole('alert').getByText('There is a user with this e-mail address already.').waitFor()

    await email.fill('olga@orbit.example')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/admin/create-company', async (route) => {
      await held
      await route.continue()
    })
    await button(page, 'Create').click()
    await button(page, 'Creating...').waitFor()
    release()
    const created = page.getByRole('heading', { name: 'Company Created Successfully!' })
    await created.waitFor()
    expect(await created.evaluate((heading) => heading === document.activeElement)).toBe(true)
    await page.getByText('Redirecting to companies page...').waitFor()
    await page.waitForURL('**/admin/companies')
    await page.getByRole('row').filter({ hasText: 'Orbit' }).getByText('Olga Orbit').waitFor()
    const me = await call(url, 'GET', '/user/me', {
      token: await signIn(url, 'olga@orbit.example', 'orbit-capital-1'),
    })
    expect(JSON.stringify(me.body.data)).not.toContain('page:teams')
  })

  it('shows the reason when the company cannot be created, and Cancel returns to the list', async () => {
    const page = await open('/admin/create-company', await signIn(url, boss.email))
    await page.getByLabel('Internal name').fill('x')
    await page.getByLabel('External name').fill('x')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('x@x.example')
    await page.getByLabel('Password').fill('password-1')
    await button(page, 'Create').click()
    await page.getByText("You don't have permission to do this.").waitFor()
    await page.route('**/api/admin/create-company', (route) => route.abort(), { times: 1 })
    await button(page, 'Create').click()
    await page.getByText('An error occurred while creating the company').waitFor()
    await page.route('**/api/admin/create-company', (route) => route.fulfill({ status: 502 }), { times: 1 })
    await button(page, 'Create').click()
    await page.getByText('Failed to create company').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await button(page, 'Discard').click()
    await page.waitForURL('**/admin/companies')
  })

  it('asks before unsaved values are discarded by Cancel, the sidebar or the back button', async () => {
    const page = await openCompanies()
    const goThere = async () => {
      await page.getByRole('link', { name: 'Create Company' }).click()
      await page.getByLabel('Internal name').fill('Half done')
    }
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await goThere()
    for (const leave of [
      () => page.getByRole('link', { name: 'Cancel' }).click(),
      () => page.getByRole('link', { name: 'Team Management' }).click(),
      () => page.goBack(),
    ]) {
      await leave()
      await button(question, 'Keep editing').click()
      await question.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Internal name').inputValue()).toBe('Half done')
    }
    await page.goBack()
    await button(question, 'Discard').click()
    await page.waitForURL('**/admin/companies')
    await goThere()
    await page.getByRole('link', { name: 'Team Management' }).click()
    await button(question, 'Discard').click()
    await page.getByRole('heading', { name: 'Team Management' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/admin/create-company')
    expect(await page.getByLabel('Internal name').inputValue()).toBe('')
  })
})
