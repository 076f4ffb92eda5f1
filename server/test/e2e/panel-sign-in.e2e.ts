import { describe, expect, it } from 'vitest'
import { call, makeRole, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { fillLogin } from './panel-visit.ts'
import { startListServer } from './submission-list.fixture.ts'

const { server, open, openForms, staffWith } = await startListServer()
const DENIED =
  "You don't have permission to access this page or resource. Please contact your administrator if you believe this is an error."

describe('signing in', () => {
  it('shows its progress and a wrong password, then leads to the first page, as does a later visit', async () => {
    const page = await open('/')
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/trpc/auth.login', async (route) => {
      await held
      await route.continue()
    })
    await fillLogin(page, TEST_ADMIN.email, 'wrong')
    await page.getByRole('button', { name: 'Logging in...' }).waitFor()
    release()
    await page.getByText('Invalid email or password.').waitFor()

    await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
    await page.waitForURL('**/admin/forms')
    await page.goto(server.url)
    await page.waitForURL('**/admin/forms')
    await page.goto(`${server.url}/admin`)
    await page.waitForURL('**/admin/forms')
  })

  it('ends with Logout, on the server too', async () => {
    const page = await openForms()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const sidebar = page.getByRole('banner')
    for (const text of ['Admin Panel', 'Submitted Forms', TEST_ADMIN.email])
      await sidebar.getByText(text).waitFor()
    await sidebar.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect
      .poll(async () => (await call(server.url, 'GET', '/user/me', { token: token ?? '' })).status)
      .toBe(401)
  })

  it('is required without a session, with an invalid one, and when the session ends during a visit', async () => {
    const stranger = await open('/admin/forms')
    await stranger.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    const stale = await open('/admin/forms', {}, 'no-such-token')
    await stale.getByText('Your session has ended. Please sign in again.').waitFor()

    const user = await staffWith(['page:forms'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email))
    await page.getByText(/^Displayed/).waitFor()
    await server.services.sessions.endAll(user.id)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('access to pages', () => {
  it('stays after a reload that interrupts another', { tags: ['long'] }, async () => {
    const page = await openForms()
    const user = '**/api/trpc/user.me*'
    await page.route(user, () => undefined)
    const asked = page.waitForRequest(user)
    await page.reload()
    await asked
    await page.unroute(user)
    await page.reload()
    await page.getByText(/^Displayed: [1-9]/).waitFor()
  })

  it('is denied on a page that leads home and back', async () => {
    const user = await staffWith(['page:main'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email, TEST_PASSWORD))
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/unauthorized')
    await page.getByText(DENIED).waitFor()
    await page.getByRole('button', { name: 'Go Back' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await page.getByText('You do not have access to any pages. Please contact your administrator.').waitFor()
  })

  it('ends as soon as the role changes', async () => {
    const user = await staffWith(['page:forms'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email))
    await page.getByText(/^Displayed/).waitFor()
    const role = await makeRole(server.services, { permissions: ['page:main'] })
    await server.services.db
      .system('test')
      .write((db) => db.user.update({ where: { id: user.id }, data: { roleId: role.id } }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  })

  it(
    'leads home from a denied page, and an unknown address shows Page not found',
    { tags: ['long'] },
    async () => {
      const page = await openForms()
      await page.goto(`${server.url}/unauthorized`)
      await page.getByRole('button', { name: 'Go to Home' }).click()
      await page.waitForURL('**/admin/forms')
      await page.goto(`${server.url}/admin/nothing-here`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    },
  )
})
