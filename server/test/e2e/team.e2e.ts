import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Permission } from '#domain/permissions'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeCompany, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { choose, dialog, hasFocus, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Teams as staff look after them, on the real server and the built panel. */

const server = await startTestServer({ seedDemo: false })
const { url, services } = server
const open = panelVisits(url)

const company = await makeCompany(services)
const lead = await makeUser(services, { name: 'Lea Leader', companyId: company.id })
await makeUser(services, { name: 'Max Member', companyId: company.id })
await makeUser(services, { name: 'Mia Member', companyId: company.id })

async function staff(...permissions: Permission[]): Promise<string> {
  const role = await makeRole(services, { companyId: company.id, permissions })
  const user = await makeUser(services, { name: 'Sam Staff', companyId: company.id, roleId: role.id })
  return signIn(url, user.email)
}
const token = await staff('page:teams', 'team:create', 'team:update')

const makeTeam = async (name: string) => {
  const { body } = await call(url, 'POST', '/team/create', { token, body: { name, leader: lead.id } })
  return body.data as { id: string; updatedAt: string }
}
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })

describe('Team Management', () => {
  it('makes a team with a lead and members, and changes it', async () => {
    const page = await open('/admin/teams', token)
    await page.getByText('Teams bring the people of a company together under a lead.').waitFor()
    await page.getByRole('button', { name: 'Add team' }).click()
    const create = dialog(page, 'Create Team')
    await create.getByRole('button', { name: 'Save' }).click()
    await create.getByText('Please enter a name').waitFor()
    await create.getByLabel('Name').fill('East coast')
    await choose(page, 'Team Lead', 'lea', 'Lea Leader')
    await choose(page, 'Members', 'max', 'Max Member')
    await create.getByRole('button', { name: 'Save' }).click()
    await create.waitFor({ state: 'hidden' })
    await row(page, 'East coast').getByText('Lea Leader').waitFor()
    await expect.poll(() => hasFocus(page, 'Add team')).toBe(true)

    await page.getByRole('button', { name: 'East coast', exact: true }).click()
    const edit = dialog(page, 'Edit Team')
    await edit.getByRole('button', { name: 'Max Member' }).waitFor()
    await edit.getByLabel('Name').fill('West coast')
    await choose(page, 'Members', 'mia', 'Mia Member')
    await edit.getByRole('button', { name: 'Save' }).click()
    await row(page, 'West coast').waitFor()
    const { data } = (await call(url, 'GET', '/team/get', { token })).body
    expect(data).toMatchObject([
      {
        name: 'West coast',
        leaderName: 'Lea Leader',
        members: [{ name: 'Max Member' }, { name: 'Mia Member' }],
      },
    ])
  })

  it(
    "offers admins the users of the lead's company, and removes members when the lead's company changes",
    { tags: ['long'] },
    async () => {
      const other = await makeCompany(services)
      const otherLead = await makeUser(services, { name: 'Otto Other', companyId: other.id })
      await makeUser(services, { name: 'Odd Member', companyId: other.id })
      const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
      const page = await open('/admin/teams', admin)
      await page.getByRole('button', { name: 'Add team' }).click()
      const create = dialog(page, 'Create Team')
      await create.getByLabel('Name').fill('Of one company')
      await choose(page, 'Team Lead', 'lea', 'Lea Leader')
      await choose(page, 'Members', 'max', 'Max Member')
      const members = page.getByRole('combobox', { name: 'Members' })
      await members.fill('member')
      await page.getByRole('option', { name: 'Mia Member' }).waitFor()
      expect(await page.getByRole('option').allTextContents()).not.toContain('Odd Member')
      await page.keyboard.press('Escape')

      // While a lead's name is typed anew, the field is empty; the members stay all the same.
      await page.getByRole('combobox', { name: 'Team Lead' }).fill('')
      await page.waitForLoadState('networkidle')
      await create.getByRole('button', { name: 'Max Member' }).waitFor()
      await choose(page, 'Team Lead', 'otto', 'Otto Other')
      await create.getByRole('button', { name: 'Max Member' }).waitFor({ state: 'hidden' })
      await choose(page, 'Members', 'odd', 'Odd Member')
      await create.getByRole('button', { name: 'Save' }).click()
      await create.waitFor({ state: 'hidden' })
      const { data } = (await call(url, 'GET', '/team/get', { token: admin })).body
      expect(data).toContainEqual(
        expect.objectContaining({
          companyId: other.id,
          leader: otherLead.id,
          members: [expect.objectContaining({ name: 'Odd Member' })],
        }),
      )
    },
  )

  it('shows its columns, and only the actions that the user has permission for', async () => {
    await makeTeam('Looked at')
    const page = await open('/admin/teams', await staff('page:teams'))
    await row(page, 'Looked at').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Team Lead',
      'Last Edit',
      'Actions',
    ])
    expect(await page.getByRole('button', { name: /^Edit|^Add|^Looked at/ }).count()).toBe(0)
    const denied = await open('/admin/teams', await staff('page:main'))
    await denied.getByRole('heading', { name: 'Access Denied' }).waitFor()
  })

  it(
    'shows an error in place of the list, without an alert, when it cannot be loaded',
    { tags: ['long'] },
    async () => {
      await makeTeam('Came late')
      const page = await open('/admin/teams', token)
      await row(page, 'Came late').waitFor()
      await page.route('**/api/team/get?*', (route) =>
        route.fulfill({
          status: 503,
          json: { status: 'error', error: 'Not right now.', code: 'unavailable' },
        }),
      )
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.getByText('The list could not be loaded.').waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await page.unroute('**/api/team/get?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await row(page, 'Came late').waitFor()
    },
  )

  it('keeps the typed values and shows an error when saving fails', { tags: ['long'] }, async () => {
    const page = await open('/admin/teams', token)
    await page.getByRole('button', { name: 'Add team' }).click()
    const create = dialog(page, 'Create Team')
    await create.getByLabel('Name').fill('Not lost')
    await page.route('**/api/team/create', (route) => route.abort())
    await create.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Not saved' })
    await alert.getByText('The team could not be saved.').waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/api/team/create')
    await create.getByRole('button', { name: 'Save' }).click()
    await expectVisible(row(page, 'Not lost'))
  })
})

describe('two people at one team', () => {
  it('have their changes merged', { tags: ['long'] }, async () => {
    const { id, updatedAt } = await makeTeam('Shared')
    const page = await open('/admin/teams', token)
    await page.getByRole('button', { name: 'Edit Shared' }).click()
    const edit = dialog(page, 'Edit Team')
    await edit.getByLabel('Name').fill('Mine')
    const theirs = { id, name: 'Shared by them', leader: '', updatedAt }
    expect((await call(url, 'PUT', '/team/update', { token, body: theirs })).status).toBe(200)
    await edit.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('alertdialog', { name: 'Changed by somebody else' })
    await conflict.getByRole('button', { name: 'Load their changes' }).click()
    await conflict.waitFor({ state: 'hidden' })
    await expect.poll(() => edit.getByRole('combobox', { name: 'Team Lead' }).inputValue()).toBe('')
    expect(await edit.getByLabel('Name').inputValue()).toBe('Mine')
    // What was brought together is not saved yet.
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await question(page).waitFor({ state: 'hidden' })
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'hidden' })
    const saved = await call(url, 'GET', `/team/get/${id}`, { token })
    expect(saved.body.data).toMatchObject({ name: 'Mine', leader: null })
  })
})

describe('what is not saved', () => {
  it(
    'is asked about by Esc and by the way back, and nothing is where nothing was changed',
    { tags: ['long'] },
    async () => {
      await makeTeam('Unsaved')
      const page = await open('/admin/teams', token)
      await page.getByRole('button', { name: 'Edit Unsaved' }).click()
      const edit = dialog(page, 'Edit Team')
      await edit.getByLabel('Name').waitFor()
      await page.keyboard.press('Escape')
      await edit.waitFor({ state: 'hidden' })
      expect(await hasFocus(page, 'Edit Unsaved')).toBe(true)

      await page.getByRole('button', { name: 'Edit Unsaved' }).click()
      await edit.getByLabel('Name').fill('Changed')
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      await question(page).waitFor({ state: 'hidden' })
      expect(await edit.getByLabel('Name').inputValue()).toBe('Changed')
      for (const answer of ['Keep editing', 'Discard']) {
        await page.goBack()
        await question(page).getByRole('button', { name: answer }).click()
        await question(page).waitFor({ state: 'hidden' })
      }
      await edit.waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe('/admin/teams')
      await row(page, 'Unsaved').waitFor()
    },
  )
})

describe('the way back', () => {
  it('leads out of the page in one step once nothing is unsaved any more', { tags: ['long'] }, async () => {
    await makeTeam('Stepping')
    const page = await open('/admin/links', token)
    await page.getByRole('link', { name: 'Team Management' }).click()
    const edit = dialog(page, 'Edit Team')
    const reopen = () => page.getByRole('button', { name: /^Edit Stepping/ }).click()

    await reopen()
    await edit.getByLabel('Name').fill('Stepping on')
    await edit.getByLabel('Name').fill('Stepping')
    // Nobody presses Esc within the frame of their last key.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await page.keyboard.press('Escape')
    await edit.waitFor({ state: 'hidden' })
    await reopen()
    await edit.getByLabel('Name').fill('Stepping away')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.waitForURL('**/admin/links')
    expect(await edit.count()).toBe(0)
  })
})

describe('the teams', () => {
  it(
    'list and dialog have no axe violations in the light and the dark scheme',
    { tags: ['long'] },
    async () => {
      await makeTeam('Seen by axe')
      const page = await open('/admin/teams', token)
      await row(page, 'Seen by axe').waitFor()
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit Seen by axe' }).click()
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Team Lead' }).inputValue())
        .toBe('Lea Leader')
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
    },
  )

  it('list and dialog fit a phone', { tags: ['long'] }, async () => {
    const { id } = await makeTeam(`A team with ${'w'.repeat(100)}`)
    const longest = await makeUser(services, { name: 'W'.repeat(120), companyId: company.id })
    const members = await call(url, 'PUT', '/team/update', { token, body: { id, members: [longest.id] } })
    expect(members.status).toBe(200)
    const page = await open('/admin/teams', token, PHONE)
    await page.getByRole('list', { name: 'Team Management' }).getByText('A team with').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: /^Edit A team with/ }).click()
    await dialog(page, 'Edit Team').getByRole('button', { name: longest.name }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    const body = dialog(page, 'Edit Team').locator('.MuiDialogContent-root')
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
})
