import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROLE_PRESETS, type Permission } from '#domain/permissions'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeCompany, makeRole, makeUser, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { choose, dialog, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Users as admins, company administrators and staff look after them, on the real server and the built panel. */

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const { write: db } = services.db.system('test')

const acme = await makeCompany(services, { nameIn: 'Acme', nameOut: 'Acme Funding' })
const other = await makeCompany(services, { nameIn: 'Other', nameOut: 'Other Funding' })
const desk = await makeRole(services, { name: 'Desk', companyId: acme.id })
await makeRole(services, { name: 'Desk elsewhere', companyId: other.id })
const made = await makeRole(services, {
  name: 'Company Admin',
  userType: 'company',
  permissions: [...ROLE_PRESETS.companyAdmin.permissions],
  companyId: acme.id,
})
const companyAdmin = await db((client) =>
  client.role.update({ where: { id: made.id }, data: { isStatic: true } }),
)
await db((client) =>
  client.team.createMany({
    data: [
      { name: 'East', companyId: acme.id },
      { name: 'East elsewhere', companyId: other.id },
    ],
  }),
)
const boss = await makeUser(services, { name: 'Bea Boss', companyId: acme.id, roleId: companyAdmin.id })
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const bossToken = await signIn(url, boss.email)

const alert = (page: Page) => page.getByRole('alertdialog', { name: 'Not saved' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const logIn = (email: string, password: string) =>
  call(url, 'POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)

async function fillNew(page: Page, name: string, email: string): Promise<void> {
  const create = dialog(page, 'Create User')
  await create.getByLabel('Name').fill(name)
  const instead = create.getByRole('button', { name: 'Set a password instead' })
  if (await instead.isVisible()) await instead.click()
  await create.getByLabel('Email').fill(email)
  await create.getByLabel(/^Password/).fill('correct-horse-1')
  await create.getByLabel('Repeat password').fill('correct-horse-1')
}

describe('a new user', () => {
  it('needs the required fields, gets a company, a role and a team, and can sign in', async () => {
    const page = await open('/admin/users', admin)
    await page.getByRole('button', { name: 'Add user' }).click()
    const create = dialog(page, 'Create User')
    await create.getByRole('button', { name: 'Set a password instead' }).click()
    await save(page)
    for (const text of [
      'Please enter a name',
      'Please enter an email',
      'Password must be at least 8 characters long.',
    ]) {
      await create.getByText(text).waitFor()
    }
    await create.getByLabel(/^Password/).fill('without-digits')
    await create.getByText('Password must contain at least one number.').waitFor()
    await create.getByLabel('Repeat password').fill('another')
    await create.getByText('Passwords do not match.').waitFor()

    await fillNew(page, 'Nina New', 'nina@acme.example')
    await choose(page, 'Company', 'acme', 'Acme Funding')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Desk', exact: true }).waitFor()
    expect(await page.getByRole('option').allTextContents()).not.toContain('Desk elsewhere')
    await choose(page, 'Role', 'desk', 'Desk')
    await choose(page, 'Teams', 'east', 'East')
    await create.getByLabel('Slug').fill('Nina N.')
    await save(page)
    await create.waitFor({ state: 'hidden' })
    await page.getByText('User saved. The slug is nina-n.').waitFor()
    await row(page, 'Nina New').getByText('nina@acme.example').waitFor()
    const { data } = (await call(url, 'GET', '/user/get?sort=%5B%22name%22,%22DESC%22%5D', { token: admin }))
      .body
    expect(data).toContainEqual(
      expect.objectContaining({
        name: 'Nina New',
        role: expect.objectContaining({ id: desk.id }),
        company: { id: acme.id, nameOut: 'Acme Funding' },
        teams: [expect.objectContaining({ name: 'East' })],
        slug: 'nina-n',
      }),
    )
    expect(await logIn('nina@acme.example', 'correct-horse-1')).toBe(200)
  })

  it('is invited by mail unless a password is set', { tags: ['long'] }, async () => {
    const page = await open('/admin/users', admin)
    await page.getByRole('button', { name: 'Add user' }).click()
    const create = dialog(page, 'Create User')
    await create.getByText('A mail invites the user to set a password.').waitFor()
    expect(await create.getByLabel(/^Password/).count()).toBe(0)
    await create.getByLabel('Name').fill('Ines Invited')
    await create.getByLabel('Email').fill('ines@acme.example')
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await save(page)
    await row(page, 'Ines Invited').waitFor()
    const { id } = await db((client) =>
      client.user.findUniqueOrThrow({ where: { emailKey: 'ines@acme.example' } }),
    )
    const jobs = await db(
      (client) => client.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`invitation:${id}`}`,
    )
    expect(jobs).toHaveLength(1)
  })

  it('loses its role and teams when another company is chosen', { tags: ['long'] }, async () => {
    const page = await open('/admin/users', admin)
    await page.getByRole('button', { name: 'Add user' }).click()
    await choose(page, 'Company', 'acme', 'Acme Funding')
    await choose(page, 'Role', 'desk', 'Desk')
    await choose(page, 'Teams', 'east', 'East')
    await choose(page, 'Company', 'other', 'Other Funding')
    await expect.poll(() => page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'East' }).count()).toBe(0)
    await choose(page, 'Role', 'desk', 'Desk elsewhere')
  })

  it('shows the reason in an alert and at the field, and a text of its own when the server is unreachable', async () => {
    const page = await open('/admin/users', admin)
    await page.getByRole('button', { name: 'Add user' }).click()
    await fillNew(page, 'Bea Again', boss.email.toUpperCase())
    await save(page)
    await alert(page).getByText('Error creating user: There is a user with this email already.').waitFor()
    await alert(page).getByRole('button', { name: 'OK' }).click()
    await dialog(page, 'Create User').getByText('There is a user with this email already.').waitFor()
    await page.getByLabel('Email').fill('bea.again@acme.example')
    await page.route('**/api/user/create', (route) => route.abort())
    await save(page)
    await alert(page).getByText('Error submitting user. Please try again.').waitFor()
    await alert(page).getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/api/user/create')
    await save(page)
    await expectVisible(row(page, 'Bea Again'))
  })
})

describe('an existing user', () => {
  it('gets a new password, is deactivated and marked as inactive', async () => {
    const user = await makeUser(services, { name: 'Paul Past', companyId: acme.id, roleId: desk.id })
    const page = await open('/admin/users', bossToken)
    await page.getByRole('button', { name: 'Edit Paul Past' }).click()
    const edit = dialog(page, 'Edit User')
    expect(await edit.getByLabel(/^New password/).count()).toBe(0)
    await edit.getByRole('button', { name: 'Set a new password' }).click()
    await edit.getByLabel(/^New password/).fill('brand-new-1')
    await edit.getByLabel('Repeat new password').fill('brand-new-1')
    await save(page)
    await edit.waitFor({ state: 'hidden' })
    expect(await logIn(user.email, TEST_PASSWORD)).toBe(401)
    expect(await logIn(user.email, 'brand-new-1')).toBe(200)

    await page.getByRole('button', { name: 'Edit Paul Past' }).click()
    await edit.getByLabel('Active').uncheck()
    await save(page)
    await row(page, 'Paul Past').getByText('Inactive').waitFor()
    expect(await logIn(user.email, 'brand-new-1')).toBe(401)
  })

  it(
    'stays as it was when the server rejects the changes, and the reason is shown',
    { tags: ['long'] },
    async () => {
      const user = await makeUser(services, { name: 'Rita Refused', companyId: acme.id, roleId: desk.id })
      const page = await open('/admin/users', admin)
      await page.getByRole('button', { name: 'Edit Rita Refused' }).click()
      await page.getByLabel('Email').fill(boss.email)
      await save(page)
      await alert(page).getByText('Error updating user: There is a user with this email already.').waitFor()
      expect((await call(url, 'GET', `/user/get/${user.id}`, { token: admin })).body.data).toMatchObject({
        email: user.email,
      })
    },
  )
})

describe('locked fields', { tags: ['long'] }, () => {
  it('show the reason to company administrators: their company, system roles, their own role', async () => {
    await makeUser(services, { name: 'Carl Colleague', companyId: acme.id, roleId: companyAdmin.id })
    const page = await open('/admin/users', bossToken)
    const company = page.getByRole('combobox', { name: 'Company' })
    const role = page.getByRole('combobox', { name: 'Role' })

    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByText('Company administrators can only create users for their own company.').waitFor()
    expect(await company.isDisabled()).toBe(true)
    await expect.poll(() => company.inputValue()).toBe('Acme Funding')
    await fillNew(page, 'Nora New', 'nora@acme.example')
    await save(page)
    await row(page, 'Nora New').waitFor()

    await page.getByRole('button', { name: 'Edit Carl Colleague' }).click()
    await page.getByText('This user has a system role that cannot be changed.').waitFor()
    expect(await role.isDisabled()).toBe(true)
    await expect.poll(() => role.inputValue()).toBe('Company Admin')
    await page.getByLabel('Name').fill('Carl Changed')
    await save(page)
    await row(page, 'Carl Changed').waitFor()

    await page.getByRole('button', { name: 'Edit Bea Boss' }).click()
    await page.getByText('You cannot deactivate yourself.').waitFor()
    expect(await page.getByLabel('Active').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Set a new password' }).count()).toBe(0)
    await page.getByLabel('Name').fill('Bea Renamed')
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.getByLabel('Email').fill('bea-renamed@acme.example')
    await page.getByLabel('Current password').fill('wrong-horse-1')
    await save(page)
    await page.getByText('This is not your current password.').waitFor()
    await page.getByLabel('Current password').fill(TEST_PASSWORD)
    await save(page)
    await page.getByRole('banner').getByText('Bea Renamed').waitFor()
  })

  it(
    'protect users of a higher type from staff, who see only the actions they have permission for',
    { tags: ['long'] },
    async () => {
      const staff = async (...permissions: Permission[]) => {
        const { id } = await makeRole(services, { companyId: acme.id, permissions })
        return signIn(
          url,
          (await makeUser(services, { name: 'Sam Staff', companyId: acme.id, roleId: id })).email,
        )
      }
      await makeUser(services, { name: 'Carla Company', companyId: acme.id, roleId: companyAdmin.id })
      await makeUser(services, { name: 'Ada Admin', companyId: acme.id, isAdmin: true })
      const page = await open('/admin/users', await staff('page:users', 'user:update'))
      await row(page, 'Ada Admin').waitFor()
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        'Name',
        'Email',
        'Role',
        'Company',
        'Last sign-in',
        'Last Edit',
        'Actions',
      ])
      expect(await page.getByRole('button', { name: /^Add|^Edit Ada/ }).count()).toBe(0)
      await page.getByRole('button', { name: 'Edit Carla Company' }).click()
      expect(await page.getByLabel('Email').isDisabled()).toBe(true)
      expect(await page.getByLabel('Active').isDisabled()).toBe(true)

      const reader = await open('/admin/users', await staff('page:users'))
      await row(reader, 'Ada Admin').waitFor()
      expect(await reader.getByRole('button', { name: /^Add|^Edit/ }).count()).toBe(0)
    },
  )
})

describe("'Embed app'", () => {
  it(
    'is offered for active users of the company type, in the list and in the dialog',
    { tags: ['long'] },
    async () => {
      await makeUser(services, { name: 'Emil Embed', companyId: acme.id, roleId: companyAdmin.id })
      await makeUser(services, { name: 'Dora Desk', companyId: acme.id, roleId: desk.id })
      await makeUser(services, {
        name: 'Ines Inactive',
        active: false,
        companyId: acme.id,
        roleId: companyAdmin.id,
      })
      const page = await open('/admin/users', admin)
      for (const name of ['Dora Desk', 'Ines Inactive']) {
        await row(page, name).waitFor()
        expect(await page.getByRole('button', { name: `Embed app for ${name}` }).count()).toBe(0)
      }
      await page.getByRole('button', { name: 'Embed app for Emil Embed' }).click()
      const embed = page.getByRole('dialog', { name: 'Embed app for Emil Embed' })
      await embed.waitFor()
      await page.keyboard.press('Escape')
      await embed.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Edit Emil Embed' }).click()
      await dialog(page, 'Edit User').getByRole('button', { name: 'Embed app' }).click()
      await embed.waitFor()
    },
  )
})

describe('the users', () => {
  it(
    'list and dialog have no axe violations in the light and the dark scheme',
    { tags: ['long'] },
    async () => {
      await makeUser(services, {
        name: 'Sue Axe',
        active: false,
        companyId: acme.id,
        roleId: desk.id,
      })
      const page = await open('/admin/users', admin)
      await row(page, 'Sue Axe').waitFor()
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit Sue Axe' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('Desk')
      await page.getByRole('button', { name: 'Set a new password' }).click()
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
    },
  )

  it('list and dialog fit a phone', { tags: ['long'] }, async () => {
    const name = 'Somebody with quite a long name that does not fit'
    await makeUser(services, { name, companyId: acme.id, roleId: companyAdmin.id })
    const page = await open('/admin/users', admin, PHONE)
    await page.getByRole('list', { name: 'User Management' }).getByText(name).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog(page, 'Edit User').getByLabel('Name').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })
})
