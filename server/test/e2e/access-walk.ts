import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { PageKey } from '#domain/pages'
import { GATES, permissionsOf, type AccessCase, type Gate } from '../access/access-table.ts'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { makeCompany, makeLink, makeRole, makeUser } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'

/** The panel's half of the table that `access.test.ts` holds the server against: pages, links and buttons. */

export const PAGES: Record<PageKey, { link: string; title: string }> = {
  forms: { link: 'Submitted Forms', title: 'Submitted Forms' },
  companies: { link: 'Company Management', title: 'Company Management' },
  teams: { link: 'Team Management', title: 'Team Management' },
  users: { link: 'User Management', title: 'User Management' },
  roles: { link: 'Role Management', title: 'Role Management' },
  links: { link: 'Generated Links', title: 'Link Management' },
  funders: { link: 'Funders', title: 'Funders' },
  registrations: { link: 'Registrations', title: 'Registrations' },
  'api-keys': { link: 'API keys', title: 'API keys' },
  webhooks: { link: 'Webhooks', title: 'Webhooks' },
  audit: { link: 'Audit Log', title: 'Audit Log' },
}

/** Which button stands for an act, on which page. */
export const BUTTONS: Record<Gate, { page: PageKey; name: RegExp }> = {
  'company.create': { page: 'companies', name: /^Add company$/ },
  'company.update': { page: 'companies', name: /^Edit Gated Inc/ },
  'company.delete': { page: 'companies', name: /^Delete Gated Inc/ },
  'user.create': { page: 'users', name: /^Add user$/ },
  'user.update': { page: 'users', name: /^Edit Plain Person/ },
  'role.create': { page: 'roles', name: /^Add role$/ },
  'role.update': { page: 'roles', name: /^Edit Plain role/ },
  'role.delete': { page: 'roles', name: /^Delete Plain role/ },
  'team.create': { page: 'teams', name: /^Add team$/ },
  'team.update': { page: 'teams', name: /^Edit Plain team/ },
  'team.delete': { page: 'teams', name: /^Delete Plain team/ },
  'funder.create': { page: 'funders', name: /^Add funder$/ },
  'funder.update': { page: 'funders', name: /^Edit Plain funder/ },
  'funder.delete': { page: 'funders', name: /^Delete Plain funder/ },
  'link.delete': { page: 'links', name: /^Delete the link plain-link/ },
}

/** A row by which each page is known to have loaded. */
const ROWS: Partial<Record<PageKey, string>> = {
  companies: 'Gated Inc',
  teams: 'Plain team',
  users: 'Plain Person',
  roles: 'Plain role',
  links: 'plain-link',
  funders: 'Plain funder',
}

/** A server with a row for every page, and a browser. Call it at the top of a test file. */
export async function accessWorld() {
  const server = await startTestServer({ seedDemo: false })
  const { services } = server
  const company = await makeCompany(services, { nameIn: 'Gated Inc', nameOut: 'Gated Inc' })
  const plainRole = await makeRole(services, { name: 'Plain role', companyId: company.id, permissions: [] })
  const person = await makeUser(services, {
    name: 'Plain Person',
    companyId: company.id,
    roleId: plainRole.id,
  })
  await services.db.system('test').write(async (db) => {
    await db.team.create({ data: { name: 'Plain team', companyId: company.id, leaderId: person.id } })
    await db.funder.create({ data: { name: 'Plain funder', companyId: company.id } })
  })
  await makeLink(services, company.id, { slug: 'plain-link', userName: 'Plain Person' })

  let browser: Browser
  beforeAll(async () => {
    browser = await workersBrowser()
  })
  afterAll(() => closeContexts(browser))

  /** A panel of its own, with somebody new of the case signed in. */
  const enter = async (each: AccessCase, isAdmin = false) => {
    const role = await makeRole(services, { ...roleOf(each), companyId: company.id })
    const user = await makeUser(services, { name: 'A case', companyId: company.id, roleId: role.id, isAdmin })
    const token = await services.sessions.start(user.id, { ip: '127.0.0.1', userAgent: 'test' })
    const viewport = { width: 1440, height: 900 }
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    await context.addInitScript((value) => localStorage.setItem('token', value), token)
    const page = await context.newPage()
    await page.goto(`${server.url}/admin/links`)
    await heading(page, 'Link Management')
    return { page, roleId: role.id }
  }

  /** Gives somebody who is in the panel the role of another case; they learn of it as they come back to their tab. */
  const turnInto = async (page: Page, roleId: string, each: AccessCase) => {
    const data = roleOf(each)
    await services.db.system('test').write((db) => db.role.update({ where: { id: roleId }, data }))
    await visit(page, '/admin/links')
    await heading(page, 'Link Management')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await orWhatIsThere(
      page,
      page.waitForFunction(
        (name) => document.querySelector('nav')?.parentElement?.textContent?.includes(name) === true,
        data.name,
        OFTEN,
      ),
    )
  }
  return { enter, turnInto }
}

/** The role of a case; its name sorts behind the rows above, so that they stand on the first page. */
const roleOf = (each: AccessCase) => ({
  name: `A case ${each.userType} ${each.holds}.`,
  userType: each.userType,
  permissions: permissionsOf(each),
})

/** A locator looks anew only every half second, which a hundred cases add up to minutes. */
const OFTEN = { polling: 50 }

/** Waits for the page of this title; says what is there instead when it does not come. */
export const heading = (page: Page, title: string) =>
  orWhatIsThere(
    page,
    page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, title, OFTEN),
  )
const tableText = (page: Page, text: string) =>
  orWhatIsThere(
    page,
    page.waitForFunction(
      (wanted) => document.querySelector('main')?.textContent?.includes(wanted) === true,
      text,
      OFTEN,
    ),
  )

async function orWhatIsThere(page: Page, waiting: Promise<unknown>): Promise<void> {
  try {
    await waiting
  } catch (cause) {
    throw new Error(`At ${page.url()} there is: ${await page.locator('body').innerText()}`, { cause })
  }
}

/** To another address of the panel without loading it anew. */
export const visit = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

export const sidebarLinks = (page: Page) => page.getByRole('navigation').getByRole('link').allInnerTexts()

/** Each page sorted so that the rows of this file come first, whatever else the cases have made. */
const SORT: Partial<Record<PageKey, string>> = {
  users: '?sort=name&order=DESC',
  roles: '?sort=name&order=ASC',
}
export const pathOf = (key: PageKey) => `/admin/${key}${SORT[key] ?? ''}`

export async function offered(page: Page, key: PageKey): Promise<Gate[]> {
  const row = ROWS[key]
  await heading(page, PAGES[key].title)
  await tableText(page, row ?? 'Displayed: ')
  const gates = GATES.filter((gate) => BUTTONS[gate].page === key)
  const shown = await Promise.all(
    gates.map(async (gate) =>
      (await page.getByRole('button', { name: BUTTONS[gate].name }).count()) > 0 ? [gate] : [],
    ),
  )
  return shown.flat()
}

/** At this path, Access Denied is shown. */
export async function denied(page: Page, path: string): Promise<void> {
  await visit(page, path)
  // Together: the page that was left may have been Access Denied too, and shows until the guard has looked.
  await orWhatIsThere(
    page,
    page.waitForFunction(
      () =>
        location.pathname === '/unauthorized' &&
        document.querySelector('h1')?.textContent === 'Access Denied',
      null,
      OFTEN,
    ),
  )
}
