import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROLE_PRESETS, type Permission, type UserType } from '#domain/permissions'
import { SCHEMES, turn } from '../support/axe.ts'
import { call, makeCompany, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { dialog, hasFocus, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Roles as administrators look after them, on the real server and the built panel. */

const server = await startTestServer()
const { url, services } = server
const open = panelVisits(url)

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const company = await makeCompany(services, { nameOut: 'Acme Funding' })

async function staff(userType: UserType, permissions: readonly Permission[]): Promise<string> {
  const role = await makeRole(services, {
    name: 'Staff role',
    companyId: company.id,
    userType,
    permissions: [...permissions],
  })
  const user = await makeUser(services, { companyId: company.id, roleId: role.id })
  return signIn(url, user.email)
}
const boss = await staff('company', ROLE_PRESETS.companyAdmin.permissions)

const alertOf = (page: Page, text: string) => page.getByRole('alertdialog').getByText(text, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function rolesNamed(name: string) {
  const { body } = await call(url, 'GET', '/role/get', { token: admin })
  const rows = body.data as { id: string; name: string; permissions: string[]; companyId: string | null }[]
  return rows.filter((role) => role.name === name)
}

describe('Role Management', () => {
  it('makes a role, changes it and deletes it', async () => {
    const page = await open('/admin/roles', boss)
    await button(page, 'Add role').click()
    const create = dialog(page, 'Create Role')
    await create.getByLabel('Name').fill('Underwriter')
    await create.getByRole('checkbox', { name: 'Submitted Forms' }).check()
    expect(await create.getByRole('checkbox', { name: 'Show full values' }).isChecked()).toBe(true)
    await create.getByRole('checkbox', { name: 'Edit', exact: true }).check()
    await create.getByRole('combobox', { name: 'Submissions' }).click()
    await page.getByRole('option', { name: "The user's teams" }).click()
    await create.getByText('whose link is a member').waitFor()
    await create.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Underwriter').waitFor()
    await expect.poll(() => hasFocus(page, 'Add role')).toBe(true)
    expect(await rolesNamed('Underwriter')).toMatchObject([
      {
        permissions: ['page:forms', 'submission:reveal', 'submission:export', 'action:edit'],
        userType: 'user',
        scope: 'team',
        companyId: company.id,
      },
    ])

    await button(page, 'Underwriter').click()
    const edit = dialog(page, 'Edit Role')
    await edit.getByLabel('Name').fill('Reader')
    await edit.getByRole('combobox', { name: 'User type' }).click()
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['User', 'Company'])
    await page.getByRole('option', { name: 'Company' }).click()
    await edit.getByText('Can manage its own company and employees').waitFor()
    await edit.getByRole('checkbox', { name: 'Edit', exact: true }).uncheck()
    await edit.getByRole('checkbox', { name: 'Export submissions' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Reader').waitFor()
    expect(await rolesNamed('Reader')).toMatchObject([
      { permissions: ['page:forms', 'submission:reveal'], userType: 'company', scope: 'team' },
    ])

    await button(page, 'Delete Reader').click()
    await alertOf(page, 'Are you sure you want to delete the role "Reader"?').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(page, 'Delete Reader')).toBe(true)
    await button(page, 'Delete Reader').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await row(page, 'Reader').waitFor({ state: 'detached' })
    await expect.poll(() => rolesNamed('Reader')).toEqual([])
  })

  it('does nothing with a blank name, and says nothing', { tags: ['long'] }, async () => {
    const page = await open('/admin/roles', boss)
    await button(page, 'Add role').click()
    const create = dialog(page, 'Create Role')
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
    await create.getByLabel('Name').fill('   ')
    await create.getByRole('button', { name: 'Save' }).click()
    await create.getByLabel('Name').fill('Not blank')
    await create.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Not blank').waitFor()
    expect(sent).toBe(1)
  })

  it(
    'lets an admin say whose role it is, and take rows and columns as a whole',
    { tags: ['long'] },
    async () => {
      const page = await open('/admin/roles', admin)
      await button(page, 'Add role').click()
      const create = dialog(page, 'Create Role')
      await create.getByLabel('Name').fill('Of Acme')
      // The role's scope has 'company' in its value.
      const owner = create.getByRole('combobox', { name: 'Company', exact: true })
      await owner.click()
      await owner.fill('acme')
      await page.getByRole('option', { name: 'Acme Funding', exact: true }).click()
      const matrix = create.getByRole('table', { name: 'Records' })
      await matrix.getByRole('button', { name: 'Users' }).click()
      await matrix.getByRole('button', { name: 'Read' }).click()
      await matrix.getByRole('checkbox', { name: 'Delete: Users' }).uncheck()
      await create.getByRole('button', { name: 'Save' }).click()
      await row(page, 'Of Acme').getByText('Acme Funding').waitFor()
      expect(await rolesNamed('Of Acme')).toMatchObject([
        {
          companyId: company.id,
          permissions: [
            'user:create',
            'user:read',
            'user:update',
            'company:read',
            'role:read',
            'team:read',
            'funder:read',
          ],
        },
      ])
    },
  )

  it('greys out what is not theirs to give, and says why', { tags: ['long'] }, async () => {
    const page = await open('/admin/roles', boss)
    await button(page, 'Add role').click()
    const create = dialog(page, 'Create Role')
    await create.getByLabel('Name').fill('Too strong')
    const box = create.getByRole('checkbox', { name: 'Create: Companies' })
    expect(await box.getAttribute('aria-disabled')).toBe('true')
    await box.focus()
    await page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(false)
    const reasonOf = async (each: Locator) =>
      page.locator(`[id="${await each.getAttribute('aria-describedby')}"]`).textContent()
    expect(await reasonOf(box)).toBe(
      'Greyed out: you do not have this permission yourself, so you cannot give it.',
    )
    const type = create.getByRole('checkbox', { name: 'As an admin' })
    expect(await type.getAttribute('aria-disabled')).toBe('true')
    expect(await reasonOf(type)).toMatch(/^Only administrators give these\./)
    expect(await create.getByRole('combobox', { name: 'Company', exact: true }).count()).toBe(0)
  })

  it('shows system roles and those of others only to be read, and says why', { tags: ['long'] }, async () => {
    const page = await open('/admin/roles', boss)
    expect(await page.getByRole('button', { name: /^Delete User/ }).count()).toBe(0)
    await button(page, 'Show User, which cannot be changed').click()
    const shared = dialog(page, 'User')
    await shared.getByText('This role is shared by all companies. Only administrators change it.').waitFor()
    expect(await shared.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await button(page, 'Show Staff role, which cannot be changed').first().click()
    await page.getByText("You can't change your own role.").waitFor()
  })

  it(
    'shows the reason of a rejected save or delete, and reports a server that is away or answers no JSON',
    { tags: ['long'] },
    async () => {
      const [taken] = [await makeRole(services, { name: 'In use', companyId: company.id, permissions: [] })]
      await makeUser(services, { companyId: company.id, roleId: taken.id })
      const page = await open('/admin/roles', boss)
      const ok = page.getByRole('alertdialog').getByRole('button', { name: 'OK' })
      const tryDelete = async () => {
        await button(page, 'Delete In use').click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      }
      const trySave = async () => {
        await button(page, 'In use').click()
        await dialog(page, 'Edit Role').getByLabel('Name').fill('In use still')
        await page.getByRole('button', { name: 'Save' }).click()
      }
      const leave = async () => {
        await ok.click()
        await dialog(page, 'Edit Role').getByRole('button', { name: 'Cancel' }).click()
        await button(page, 'Discard').click()
        await dialog(page, 'Edit Role').waitFor({ state: 'hidden' })
      }
      await tryDelete()
      await alertOf(page, 'A user still has this role. Give that user another role first.').waitFor()
      await ok.click()

      await page.route(/\/api\/role\/(delete|update)\//, (route) => route.abort())
      await tryDelete()
      await alertOf(page, 'Error deleting role. Please try again later.').waitFor()
      await ok.click()
      await trySave()
      await alertOf(page, 'Error saving role. Please try again later.').waitFor()
      await leave()

      await page.unroute(/\/api\/role\/(delete|update)\//)
      await page.route(/\/api\/role\/(delete|update|create)/, (route) =>
        route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      )
      await tryDelete()
      await alertOf(page, 'Error deleting role').waitFor()
      await ok.click()
      await trySave()
      await alertOf(page, 'Error updating role').waitFor()
      await leave()
      await button(page, 'Add role').click()
      await dialog(page, 'Create Role').getByLabel('Name').fill('New')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectVisible(alertOf(page, 'Error creating role'))
    },
  )

  it('is closed to users of the type user, and offers what the strings of others permit', async () => {
    const closed = await open(
      '/admin/roles',
      await staff('user', ['page:roles', 'page:forms', 'action:edit']),
    )
    await closed.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(new URL(closed.url()).pathname).toBe('/unauthorized')

    const page = await open('/admin/roles', await staff('company', ['page:roles', 'page:forms']))
    await row(page, 'All companies').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Last Edit', 'Actions'])
    expect(await page.getByRole('button', { name: /Add role|^Edit |^Delete |^Show / }).count()).toBe(0)
  })

  it('has nothing for axe to say, light or dark', { tags: ['long'] }, async () => {
    const page = await open('/admin/roles', boss)
    await row(page, 'All companies').waitFor()
    for (const [scheme, findViolations] of SCHEMES) {
      await turn(page, scheme)
      expect(await findViolations(page)).toEqual([])
      await button(page, 'Add role').click()
      await dialog(page, 'Create Role').waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog(page, 'Create Role').waitFor({ state: 'detached' })
      await button(page, 'Show User, which cannot be changed').click()
      await dialog(page, 'User').waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog(page, 'User').waitFor({ state: 'detached' })
    }
  })

  it('stays within a phone', { tags: ['long'] }, async () => {
    const page = await open('/admin/roles', boss, PHONE)
    await page.getByRole('listitem').filter({ hasText: 'All companies' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await button(page, 'Add role').click()
    const create = dialog(page, 'Create Role')
    await create.getByRole('table', { name: 'Records' }).scrollIntoViewIfNeeded()
    expect(await scrollsSideways(page)).toBe(false)
    const body = create.locator('.MuiDialogContent-root')
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
})
