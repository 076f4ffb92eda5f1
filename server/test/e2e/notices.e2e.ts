// @module-tag long
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { makeUser, signIn } from '../support/factories.ts'
import { history, part, startSubmissionServer } from './submission-page.fixture.ts'

const { server, alpha, open, openAsh } = await startSubmissionServer()
const ann = await makeUser(server.services, {
  name: 'Ann Lee',
  companyId: alpha.company.id,
  roleId: alpha.user.roleId,
})
const annToken = await signIn(server.url, ann.email)
const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

describe('the note', () => {
  it('suggests colleagues after @, by the keyboard alone, where the caret stands', async () => {
    const page = await openAsh()
    const field = page.getByRole('textbox', { name: 'New note' })
    await field.fill('first\nsecond')
    await field.press('ArrowUp')
    await field.press('Home')
    await page.keyboard.type('@an')
    await page.getByRole('option', { name: 'Ann Lee' }).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await field.press('Enter')
    expect(await field.inputValue()).toBe('@Ann Lee first\nsecond')
    await page.keyboard.type('please ')
    expect(await field.inputValue()).toBe('@Ann Lee please first\nsecond')
    expect(await page.getByRole('option', { name: 'Ann Lee' }).count()).toBe(0)
    await page.keyboard.type('@ann')
    await page.getByRole('option', { name: 'Ann Lee' }).waitFor()
    await field.press('Escape')
    await expect.poll(() => page.getByRole('option', { name: 'Ann Lee' }).count()).toBe(0)
    await field.press('Enter')
    expect(await field.inputValue()).toBe('@Ann Lee please @ann\nfirst\nsecond')
    await field.press('Control+Enter')
    await history(page).filter({ hasText: '@Ann Lee please' }).waitFor()
    expect(await field.inputValue()).toBe('')
  })
})

describe('tasks and notices', () => {
  it('a task is added, changed, finished and deleted on the page', async () => {
    const page = await openAsh()
    const tasks = part(page, 'Tasks')
    await tasks.getByText('There are no tasks.').waitFor()
    await tasks.getByRole('button', { name: 'Add task' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save task' }).click()
    await dialog.getByText('Say what needs to be done.').waitFor()
    await dialog.getByLabel('Task').fill('Call the landlord')
    await dialog.getByLabel('Due').fill('2026-01-05')
    await dialog.getByLabel('Owner').click()
    await page.getByRole('option', { name: 'Ann Lee' }).click()
    await dialog.getByRole('button', { name: 'Save task' }).click()
    await tasks.getByText('Due Jan 5, 2026 · Ann Lee').waitFor()
    await history(page).filter({ hasText: 'Added a task for Ann Lee' }).waitFor()

    await tasks.getByRole('button', { name: 'Add task' }).click()
    await dialog.getByLabel('Task').fill('To be deleted')
    await dialog.getByRole('button', { name: 'Save task' }).click()
    await tasks.getByText('To be deleted').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await tasks.getByRole('button', { name: 'Edit task' }).last().click()
    await dialog.getByLabel('Task').fill('To be deleted soon')
    await dialog.getByRole('button', { name: 'Save task' }).click()
    await tasks.getByRole('checkbox', { name: 'To be deleted soon' }).click()
    await tasks.getByText(/^Done /).waitFor()
    await tasks.getByRole('button', { name: 'Delete task' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete task' }).click()
    await expect.poll(() => tasks.getByText('To be deleted soon').count()).toBe(0)
  })

  const unreadAll = () =>
    server.services.db.system('test').write(async (db) => {
      await db.notice.updateMany({ data: { readAt: null } })
      await db.task.updateMany({ data: { readAt: null } })
    })

  it.each(SIZES)('the bell and the dashboard show what is due and new, at $width px', async (viewport) => {
    await unreadAll()
    const page = await open('/admin/dashboard', { viewport }, annToken)
    await page.getByRole('heading', { name: 'Tasks due' }).waitFor()
    await page.getByRole('link', { name: 'Call the landlord' }).waitFor()
    await page.getByRole('button', { name: 'Notices: 3 unread' }).click()
    const menu = page.getByRole('menu', { name: 'Notices' })
    await menu.getByText(`${alpha.user.name} mentioned you in a note`).waitFor()
    await menu.getByText('One of your tasks is due').waitFor()
    // Menus open outside of landmarks.
    const violations = await axeViolationsInBothSchemes(page)
    expect(violations.filter((line) => !line.startsWith('region:'))).toEqual([])
    await menu.getByText(`${alpha.user.name} mentioned you in a note`).click()
    await page.getByRole('heading', { name: 'Ash Bakery LLC' }).waitFor()
    await page.getByRole('button', { name: 'Notices: 2 unread' }).click()
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  })

  it('the bell reads all while one is still being read', async () => {
    await unreadAll()
    const page = await open('/admin/dashboard', {}, annToken)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const hold = (route: Route) => held.then(() => route.continue())
    await page.route('**/api/trpc/notice.read**', hold, { times: 1 })
    await page.getByRole('button', { name: 'Notices: 3 unread' }).click()
    await page.getByRole('menuitem', { name: `${alpha.user.name} mentioned you in a note` }).click()
    await page.getByRole('heading', { name: 'Ash Bakery LLC' }).waitFor()
    await page.getByRole('button', { name: 'Notices: 3 unread' }).click()
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
    goOn()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  })

  it('the bell says so where there is nothing, and where nothing can be loaded', async () => {
    const page = await open('/admin/forms')
    await server.services.db.system('test').write((db) => db.notice.deleteMany())
    await bell(page).click()
    await page.getByText('There is nothing new.').waitFor()
    await page.keyboard.press('Escape')
    await page.route('**/api/trpc/notice.list**', (route) => route.fulfill({ status: 503, body: '' }))
    await page.route('**/api/trpc/task.list**', (route) => route.fulfill({ status: 503, body: '' }))
    await bell(page).click()
    await page.getByText('The notices could not be loaded.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Ash Bakery LLC', exact: true }).click()
    await part(page, 'Tasks').getByText('The tasks could not be loaded.').waitFor()
    await part(page, 'Tasks').scrollIntoViewIfNeeded()
  })
})
