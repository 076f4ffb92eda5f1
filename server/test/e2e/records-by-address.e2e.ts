// @module-tag long
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { dialog, hasFocus, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Dialogs of records that are opened by their addresses, on the real server and the built panel. */

const { url, services } = await startTestServer({ seedDemo: false, allowPrivateWebhooks: true })
const open = panelVisits(url)
const company = await makeCompany(services, { nameIn: 'Acme', nameOut: 'Acme Funding' })
const boss = await makeCompanyAdmin(services, company.id)
const token = await signIn(url, boss.email)
const user = await makeUser(services, { name: 'Uma User', companyId: company.id })
const role = await makeRole(services, { name: 'Reader', companyId: company.id })

const make = async (path: string, body: object) => {
  const { body: answer } = await call(url, 'POST', path, { token, body })
  return (answer.data as { id: string }).id
}
const team = await make('/team/create', { name: 'East coast' })
const hook = 'http://127.0.0.1:9/in'
const webhook = await make('/webhook/create', { url: hook, events: ['submission.created'], active: true })
const link = await make('/generated-link/create', { companyId: company.id })

const CREATED = [
  ['teams', 'Create Team'],
  ['users', 'Create User'],
  ['roles', 'Create Role'],
  ['api-keys', 'Create API key'],
  ['webhooks', 'Add webhook'],
  ['links', 'Embed app'],
] as const

const UNKNOWN = [
  ['teams', 'Edit Team'],
  ['funders', 'Edit Funder'],
  ['webhooks', 'Edit webhook'],
] as const

const OPENED = [
  [`teams/${team}/edit`, 'Edit Team', 'East coast'],
  [`users/${user.id}/edit`, 'Edit User', 'Uma User'],
  [`roles/${role.id}/edit`, 'Edit Role', 'Reader'],
  [`companies/${company.id}/edit`, 'Edit Company', 'Acme'],
  [`webhooks/${webhook}/edit`, hook, hook],
] as const

describe('an address', () => {
  it('opens an empty form over its list, which Esc leads back to', async () => {
    const page = await open('/admin/teams', token)
    for (const [resource, title] of CREATED) {
      await page.goto(`${url}/admin/${resource}/create`)
      await dialog(page, title).waitFor()
      expect(await page.getByRole('main', { includeHidden: true }).count()).toBe(1)
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe(`/admin/${resource}`)
    }
  })

  it('opens a record over its list, and again after a reload', async () => {
    const page = await open('/admin/teams', token)
    for (const [path, title, value] of OPENED) {
      await page.goto(`${url}/admin/${path}`)
      await expect.poll(() => dialog(page, title).getByRole('textbox').first().inputValue()).toBe(value)
    }
    await page.reload()
    await dialog(page, hook).getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(`${url}/admin/webhooks`)
    await page.goto(`${url}/admin/links/${link}/show`)
    await dialog(page, 'Embed app').getByLabel('Link', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${url}/admin/links`)
  })

  it('leads to Access Denied without the permission', async () => {
    const reader = await makeRole(services, {
      name: 'Looks on',
      companyId: company.id,
      permissions: ['page:teams', 'page:users', 'page:companies'],
    })
    const staff = await makeUser(services, { companyId: company.id, roleId: reader.id })
    const page = await open('/admin/teams', await signIn(url, staff.email))
    const paths = ['teams/create', `teams/${team}/edit`, `users/${user.id}/edit`, 'companies/create']
    for (const path of [...paths, `companies/${company.id}`]) {
      await page.goto(`${url}/admin/${path}`)
      await page.waitForURL(`${url}/unauthorized`)
    }
  })

  it('of no record says so in the dialog, and offers another try', async () => {
    const page = await open('/admin/teams', token)
    for (const [resource, title] of UNKNOWN) {
      await page.goto(`${url}/admin/${resource}/00000000-0000-4000-8000-000000000000/edit`)
      const shown = dialog(page, title)
      await shown.getByRole('button', { name: 'Try again' }).waitFor()
      await shown.getByText('This record does not exist or is not yours to see.').waitFor()
      expect(await shown.getByText('connection').count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.waitForURL(`${url}/admin/${resource}`)
    }
  })

  it('tells of a lost connection once', async () => {
    const page = await open('/admin/teams', token)
    await row(page, 'East coast').waitFor()
    await page.route('**/api/team/get/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Edit East coast' }).click()
    const shown = dialog(page, 'Edit Team')
    await shown.getByText('Check your connection').waitFor()
    expect(await shown.getByText('Check your connection').count()).toBe(1)
    await page.unrouteAll()
    await shown.getByRole('button', { name: 'Try again' }).click()
    await shown.getByLabel('Name').waitFor()
  })

  it('fits a phone', async () => {
    const page = await open(`/admin/companies/${company.id}/edit`, token, PHONE)
    await dialog(page, 'Edit Company').getByRole('tab', { name: 'General' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })
})

describe('the list below a dialog', () => {
  it('keeps its search, filter and page, by the way back, Esc and after a save', async () => {
    for (const n of [1, 2, 3]) await make('/team/create', { name: `North ${n}` })
    const page = await open('/admin/teams?sort=name&order=ASC&page=1&perPage=10', token)
    await row(page, 'East coast').waitFor()
    await page.getByPlaceholder('Search...').fill('north')
    await page.waitForURL(/filter=/)
    await row(page, 'East coast').waitFor({ state: 'hidden' })
    const list = new URL(page.url())
    const edit = dialog(page, 'Edit Team')
    const reopen = async () => {
      await page.getByRole('button', { name: 'Edit North 2' }).click()
      await edit.getByLabel('Name').waitFor()
    }
    const isBack = async () => {
      await edit.waitFor({ state: 'hidden' })
      expect(page.url()).toBe(list.href)
      expect(await page.getByPlaceholder('Search...').inputValue()).toBe('north')
      expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(3)
    }
    await reopen()
    expect(new URL(page.url()).search).toBe(list.search)
    await page.goBack()
    await isBack()
    await page.goForward()
    await edit.getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await isBack()
    await reopen()
    await edit.getByLabel('Name').fill('North 2, renamed')
    await edit.getByRole('button', { name: 'Save' }).click()
    await isBack()
    expect(await hasFocus(page, 'Edit North 2, renamed')).toBe(true)
  })
})
