import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { smallPng } from '../support/uploads.ts'

/** Companies as staff and their own administrators run them, on the real server and the built panel. */

const server = await startTestServer({ seedDemo: false })
const { url, services } = server
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const acme = await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme Funding' })
const boss = await makeCompanyAdmin(services, acme.id)
await makeUser(services, { name: 'Carla Colleague', companyId: acme.id })

let browser: Browser
let logo: { name: string; mimeType: string; buffer: Buffer }
const contexts: BrowserContext[] = []
const printed: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  logo = { name: 'logo.png', mimeType: 'image/png', buffer: await smallPng() }
  const link = await makeLink(services, acme.id)
  const twin = await makeLink(services, (await makeCompany(services, { nameOut: 'Acme Funding' })).id)
  for (const { slug } of [link, twin])
    await submitApplication(url, await openFormSession(url, slug), {}, slug)
})
afterAll(() => browser?.close())
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  expect(printed.splice(0)).toEqual([])
})

async function open(path: string, as = token, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: as }] }],
    },
    ...options,
  })
  contexts.push(context)
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      printed.push(message.text())
  })
  context.on('weberror', (error) => printed.push(error.error().message))
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

async function openCompanies(as = token, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open('/admin/companies', as, options)
  await page.getByText(/^Displayed: [1-9]/).waitFor()
  return page
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const alertOf = (page: Page, text: string | RegExp) => page.getByRole('alertdialog').filter({ hasText: text })

type Tab = 'General' | 'Form fields' | 'Authorization' | 'Logos' | 'Security'
const openTab = (dialog: Locator, name: Tab) => dialog.getByRole('tab', { name }).click()

async function openEditor(page: Page, name: string, tab: Tab = 'General'): Promise<Locator> {
  await button(page, `Edit ${name}`).click()
  const dialog = dialogOf(page, 'Edit Company')
  await dialog.waitFor()
  await openTab(dialog, tab)
  return dialog
}

async function companiesByName(nameIn: string) {
  const { body } = await call(url, 'GET', '/company/get', { token })
  const rows = body.data as { id: string; nameIn: string; [field: string]: unknown }[]
  return rows.filter((row) => row.nameIn === nameIn)
}
const companyByName = async (nameIn: string) => (await companiesByName(nameIn))[0]

/** Nothing is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('the list', () => {
  it('shows the columns of the spec, the count leading to the submissions', async () => {
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

  it('is for a company type its own company only, with Edit and Delete and without Add', async () => {
    await makeCompany(services, { nameIn: 'Not theirs' })
    const page = await openCompanies(await signIn(url, boss.email))
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await button(page, 'Edit Acme inside').waitFor()
    await button(page, 'Delete Acme inside').waitFor()
    expect(await button(page, 'Add company').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Create Company' }).count()).toBe(0)
  })
})

describe('the dialog', () => {
  it('makes a company; its logo is held until then and uploaded after', async () => {
    const page = await openCompanies()
    await button(page, 'Add company').click()
    const dialog = dialogOf(page, 'Create Company')
    expect((await dialog.boundingBox())?.width).toBe(500)
    await button(dialog, 'Save').click()
    await dialog.getByText('Please enter an internal name').waitFor()
    await dialog.getByLabel('Internal name').fill('Nova')
    await dialog.getByLabel('External name').fill('Nova Funding')

    const emails = dialog.getByLabel('Notification emails')
    await emails.fill('desk@nova.example, second@nova.example,nonsense,')
    await dialog.getByText('“nonsense” is no e-mail address').waitFor()
    await emails.press('Backspace')
    await emails.fill('third@nova.example')
    await emails.press('Enter')
    await emails.fill('not-meant')
    await emails.press('Escape')
    expect(await emails.inputValue()).toBe('')
    await emails.fill('half')
    await button(dialog, 'Save').click()
    await dialog.getByText('“half” is no e-mail address').waitFor()
    await emails.press('Backspace')
    await emails.fill('fourth@nova.example')

    await openTab(dialog, 'Logos')
    await dialog.locator('input[type=file]').first().setInputFiles(logo)
    await dialog.getByText('Is uploaded when you save').waitFor()
    expect(await companyByName('Nova')).toBeUndefined()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/upload-logo/**', async (route) => {
      await held
      await route.continue()
    })
    await button(dialog, 'Save').click()
    await expect.poll(() => companyByName('Nova')).toBeDefined()
    // Saved, and its logo on the way: neither a second press nor Esc does anything.
    await button(dialog, 'Saving…').click({ force: true })
    await page.keyboard.press('Escape')
    release()
    await page.getByText('Company saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await companiesByName('Nova')).toHaveLength(1)
    expect(await companyByName('Nova')).toMatchObject({
      nameOut: 'Nova Funding',
      notifyEmails: 'desk@nova.example, second@nova.example, third@nova.example, fourth@nova.example',
      logoUrl: expect.stringMatching(/^\/api\/logos\//),
      pdfLogoUrl: '',
    })
  })

  it('switches fields off and on, and the preview follows', async () => {
    const page = await openCompanies()
    const dialog = await openEditor(page, 'Acme inside', 'Form fields')
    const preview = page.getByLabel('Preview of the form')
    await preview.getByText('Acme Funding', { exact: true }).waitFor()
    const fax = button(dialog, 'Fax')
    expect(await fax.getAttribute('aria-pressed')).toBe('true')
    await fax.click()
    expect(await fax.textContent()).toContain('+')
    expect(await preview.getByText('Fax', { exact: true }).count()).toBe(0)
    await openTab(dialog, 'Authorization')
    await dialog.getByLabel('Authorization text').fill('CONSENT\nI allow {companyName} to ask.')
    await preview.getByText('I allow Acme Funding to ask.').waitFor()
    await openTab(dialog, 'Form fields')

    await button(dialog, 'Deselect All Fields').click()
    await preview.getByText('Every field is off, so applicants have nothing to fill in.').waitFor()
    await button(dialog, 'Select All Fields').click()
    await preview.getByText('Fax', { exact: true }).waitFor()
    await fax.click()
    await button(dialog, 'Save').click()
    await page.getByText('Company saved').waitFor()

    const saved = await companyByName('Acme inside')
    expect(JSON.parse(String(saved?.appEditorSettings))).toMatchObject({
      businessInfo: { fax: false, legalName: true },
      partners: { partner1AnnualRevenue: true },
    })
    const again = await openEditor(page, 'Acme inside', 'Form fields')
    expect(await button(again, 'Fax').getAttribute('aria-pressed')).toBe('false')
  })

  it('keeps the default switches where the stored ones cannot be read', async () => {
    await makeCompany(services, { nameIn: 'Broken', appEditorSettings: '{"businessInfo":' })
    const page = await openCompanies()
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
    const dialog = await openEditor(page, 'Broken', 'Form fields')
    expect((await warned).text()).toContain('cannot be read')
    expect(await button(dialog, 'Fax').getAttribute('aria-pressed')).toBe('true')
  })

  it('uploads a logo at once, holds it where that fails, and removes it', async () => {
    const page = await openCompanies()
    const dialog = await openEditor(page, 'Acme inside', 'Logos')
    const pickers = dialog.locator('input[type=file]')
    await pickers.first().setInputFiles(logo)
    await expect.poll(async () => (await companyByName('Acme inside'))?.logoUrl).toMatch(/^\/api\/logos\//)
    await button(dialog, 'Remove Logo').click()
    await expect.poll(async () => (await companyByName('Acme inside'))?.logoUrl).toBe('')

    await page.route('**/upload-logo/**', (route) => route.abort(), { times: 1 })
    await pickers.last().setInputFiles(logo)
    const failed = alertOf(
      page,
      'Failed to upload PDF logo to server. The PDF logo will be uploaded when you save the form.',
    )
    await button(failed, 'OK').click()
    await button(dialog, 'Save').click()
    await page.getByText('Company saved').waitFor()
    expect((await companyByName('Acme inside'))?.pdfLogoUrl).toMatch(/^\/api\/logos\//)
  })

  it('removes a logo for good, though another was chosen in its place and is held', async () => {
    const page = await openCompanies()
    const dialog = await openEditor(page, 'Acme inside', 'Logos')
    const picker = dialog.locator('input[type=file]').first()
    await picker.setInputFiles(logo)
    await expect.poll(async () => (await companyByName('Acme inside'))?.logoUrl).toMatch(/^\/api\/logos\//)
    await page.route('**/upload-logo/**', (route) => route.abort(), { times: 1 })
    await picker.setInputFiles(logo)
    await button(alertOf(page, 'Failed to upload logo to server.'), 'OK').click()
    await button(dialog, 'Remove Logo').click()
    await expect.poll(async () => (await companyByName('Acme inside'))?.logoUrl).toBe('')
  })

  it('brings the changes of two people together', async () => {
    const company = await makeCompany(services, { nameIn: 'Shared', nameOut: 'Shared' })
    const [one, two] = [await openCompanies(), await openCompanies()]
    const [first, second] = [await openEditor(one, 'Shared'), await openEditor(two, 'Shared')]
    await first.getByLabel('External name').fill('Shared by one')
    await openTab(first, 'Form fields')
    await button(first, 'Fax').click()
    await button(first, 'Save').click()
    await one.getByText('Company saved').waitFor()
    await openTab(second, 'Authorization')
    await second.getByLabel('Disclaimer').fill('By two')
    await openTab(second, 'Form fields')
    await button(second, 'DBA name').click()
    await button(second, 'Save').click()
    await button(alertOf(two, 'Somebody else has saved changes'), 'Load their changes').click()
    await expect.poll(() => second.getByLabel('External name').inputValue()).toBe('Shared by one')
    await button(second, 'Save').click()
    await two.getByText('Company saved').waitFor()
    const { body } = await call(url, 'GET', `/company/get/${company.id}`, { token })
    expect(body.data).toMatchObject({ nameOut: 'Shared by one', disclaimer: 'By two' })
    // Both switched a field off, in one setting: neither is undone.
    const { appEditorSettings } = body.data as { appEditorSettings: string }
    expect(JSON.parse(appEditorSettings).businessInfo).toMatchObject({ fax: false, dbaName: false })
  })

  it('shows what a retention period would destroy, and asks before one that would is saved', async () => {
    const company = await makeCompany(services, { nameIn: 'Keeper' })
    const { slug } = await makeLink(services, company.id)
    await submitApplication(url, await openFormSession(url, slug), { legalName: 'Old Mill LLC' }, slug)
    await asSystem(services.db, 'test', (db) =>
      db.formSubmission.updateMany({
        where: { companyId: company.id },
        data: { createdAt: new Date('2026-01-05T10:00:00Z') },
      }),
    )
    const page = await openCompanies()
    const dialog = await openEditor(page, 'Keeper', 'Security')
    const days = dialog.getByLabel('Keep submissions for (days)')
    const show = button(dialog, 'What would go')
    expect(await show.isDisabled()).toBe(true)
    await days.fill('1')
    await days.blur()
    await dialog.getByText('Enter a whole number from 30 to 3650, or nothing').waitFor()
    const tab = dialog.getByRole('tab', { name: 'Security Needs your attention' })
    await openTab(dialog, 'General')
    await button(dialog, 'Save').click()
    await dialog.getByRole('alert').getByText('Check the marked fields in Security.').waitFor()
    await expect.poll(() => axeViolations(page), SETTLED).toEqual([])
    await tab.click()
    await days.fill('90')
    await show.click()
    const list = dialogOf(page, 'What would be destroyed')
    await list.getByText('1 submission older than 90 days would be destroyed.').waitFor()
    await list.getByText(/^Nothing is destroyed before /).waitFor()
    await list.getByText(/^Received Jan 5, 2026, destroyed from /).waitFor()
    const opened = await list.getByRole('link', { name: /^Old Mill LLC/ }).getAttribute('href')
    expect(opened).toMatch(/^\/admin\/forms\/[\w-]{36}$/)
    await expect.poll(() => axeViolations(page), SETTLED).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(await show.evaluate((element) => element === document.activeElement)).toBe(true)

    await button(dialog, 'Save').click()
    const question = alertOf(page, '1 submission older than 90 days is destroyed for good')
    await button(question, 'Cancel').click()
    await question.waitFor({ state: 'detached' })
    expect((await companyByName('Keeper'))?.retentionDays).toBeNull()
    await button(dialog, 'Save').click()
    await button(question, 'Save this period').click()
    await page.getByText('Company saved').waitFor()
    expect(await companyByName('Keeper')).toMatchObject({
      retentionDays: 90,
      retentionFrom: expect.any(String),
    })
  })

  it('says so when saving fails, and asks before something unsaved is left', async () => {
    const page = await openCompanies()
    const dialog = await openEditor(page, 'Acme inside', 'Authorization')
    await dialog.getByLabel('Disclaimer').fill('Not yet')
    await page.route('**/api/company/update/**', (route) => route.abort())
    await button(dialog, 'Save').click()
    await button(alertOf(page, 'Failed to save company. Please try again.'), 'OK').click()
    await page.keyboard.press('Escape')
    await button(alertOf(page, 'What you have changed here is not saved yet.'), 'Discard').click()
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('deleting', () => {
  it('is confirmed with the name, cancelled, done, or refused with the reason', async () => {
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

  it('is not left while it is under way, and shows the list as it is where it was too late', async () => {
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

  it('leads to the login page where the session has ended', async () => {
    const asked = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const page = await openCompanies(asked)
    await button(page, 'Delete Acme inside').click()
    await call(url, 'POST', '/auth/logout', { token: asked })
    await button(alertOf(page, 'Are you sure you want to delete Acme inside?'), 'Delete').click()
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
  })
})

describe('Create New Company', () => {
  it('makes a company with its administrator and leads back to the list', async () => {
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

  it('says why it did not work, and Cancel goes back', async () => {
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

  it('asks before what is filled in is left, by Cancel, by a page of the sidebar and by the way back', async () => {
    const page = await openCompanies()
    const goThere = async () => {
      await page.getByRole('link', { name: 'Create Company' }).click()
      await page.getByLabel('Internal name').fill('Half done')
    }
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await goThere()
    for (const leave of [
      () => page.getByRole('link', { name: 'Cancel' }).click(),
      () => page.getByRole('link', { name: 'Teams' }).click(),
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
    await page.getByRole('link', { name: 'Teams' }).click()
    await button(question, 'Discard').click()
    await page.getByRole('heading', { name: 'Team Management' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/admin/create-company')
    expect(await page.getByLabel('Internal name').inputValue()).toBe('')
  })
})

/** What fades in has no contrast yet. */
const SETTLED = { timeout: 10_000 }

describe('for everybody', () => {
  it('list, dialog and page pass axe, light or dark', async () => {
    const page = await openCompanies(token)
    await expect.poll(() => axeViolationsInBothSchemes(page), SETTLED).toEqual([])
    const dialog = await openEditor(page, 'Acme inside')
    await page.getByLabel('Preview of the form').waitFor()
    for (const name of ['General', 'Form fields', 'Authorization', 'Logos', 'Security'] as const) {
      await openTab(dialog, name)
      await expect.poll(() => axeViolationsInBothSchemes(page), SETTLED).toEqual([])
    }
    await page.goto(`${url}/admin/create-company`)
    await button(page, 'Create').waitFor()
    await expect.poll(() => axeViolationsInBothSchemes(page), SETTLED).toEqual([])
  })

  it('nothing scrolls sideways on a phone, where the preview unfolds below', async () => {
    const page = await openCompanies(token, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    expect(await overflow(page)).toBe(0)
    const dialog = await openEditor(page, 'Acme inside')
    await button(dialog, 'Show preview').click()
    await dialog.getByText('PLEASE FILL OUT COMPLETELY').waitFor()
    const body = dialog.locator('.MuiDialogContent-root')
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.goto(`${url}/admin/create-company`)
    await button(page, 'Create').waitFor()
    expect(await overflow(page)).toBe(0)
  })
})
