import { describe, expect, it } from 'vitest'
import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations } from '../support/axe.ts'
import { call, makeCompany, makeLink } from '../support/factories.ts'
import { smallPng } from '../support/uploads.ts'
import {
  alertOf,
  button,
  dialogOf,
  openEditor,
  openSettings,
  openTab,
  SETTLED,
  startCompanyServer,
} from './company.fixture.ts'

const { url, services, token, openCompanies } = await startCompanyServer()
const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await smallPng() }

async function companiesByName(nameIn: string) {
  const { body } = await call(url, 'GET', '/company/get', { token })
  const rows = body.data as { id: string; nameIn: string; [field: string]: unknown }[]
  return rows.filter((row) => row.nameIn === nameIn)
}
const companyByName = async (nameIn: string) => (await companiesByName(nameIn))[0]

describe('the company dialog', () => {
  it('creates a company once, and uploads its logo after it is saved', async () => {
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
    await dialog.getByText('“nonsense” is not an email address').waitFor()
    await emails.press('Backspace')
    await emails.fill('third@nova.example')
    await emails.press('Enter')
    await emails.fill('not-meant')
    await emails.press('Escape')
    expect(await emails.inputValue()).toBe('')
    await emails.fill('half')
    await button(dialog, 'Save').click()
    await dialog.getByText('“half” is not an email address').waitFor()
    await emails.press('Backspace')
    await emails.fill('fourth@nova.example')

    await openTab(dialog, 'Logos')
    await dialog.locator('input[type=file]').first().setInputFiles(logo)
    await dialog.getByText('Will be uploaded when you save').waitFor()
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

  it('switches form fields off and on, and updates the preview', async () => {
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

  it(
    'sets what applicants are told and offered on a page of its own, and shows it there',
    { tags: ['long'] },
    async () => {
      const page = await openCompanies()
      const editor = await openEditor(page, 'Acme inside')
      await editor.getByRole('link', { name: 'More settings' }).click()
      const dialog = page.getByRole('main')
      const preview = dialog.locator('[inert]')
      await preview.getByText('Download the signed copy').waitFor()
      await dialog.getByLabel('Contact for applicants').fill('Call (212) 555-0100.')
      await preview.getByText('Call (212) 555-0100.').waitFor()
      await dialog.getByLabel('Offer the signed copy to download').click()
      await preview.getByText('Download the signed copy').waitFor({ state: 'detached' })
      await dialog.getByLabel('All at once').check()
      const reason = dialog.getByLabel('At the date of birth')
      expect(await reason.inputValue()).toContain('Stored encrypted')
      await reason.fill('')
      await dialog.getByLabel('At the signature').fill('You agree.')
      await dialog.getByLabel('Let the second signer sign on another device').click()
      expect(await dialog.getByLabel('Wait for the second signature').isDisabled()).toBe(true)
      await button(dialog, 'Save').click()
      await page.getByText('Company saved').waitFor()
      expect(await companyByName('Acme inside')).toMatchObject({
        contact: 'Call (212) 555-0100.',
        applicantSettings: {
          ...DEFAULT_APPLICANT_SETTINGS,
          receiptCopy: false,
          secondSignerElsewhere: false,
          sectionsOnPhones: 'all',
          reasons: { ssn: null, birthDate: '', signature: 'You agree.' },
        },
      })
    },
  )

  it('shows the default switches when the stored ones cannot be read', { tags: ['long'] }, async () => {
    await makeCompany(services, { nameIn: 'Broken', appEditorSettings: '{"businessInfo":' })
    const page = await openCompanies()
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
    const dialog = await openEditor(page, 'Broken', 'Form fields')
    expect((await warned).text()).toContain('cannot be read')
    expect(await button(dialog, 'Fax').getAttribute('aria-pressed')).toBe('true')
  })

  it(
    'uploads a logo at once, keeps it for the next save when that fails, and removes it',
    { tags: ['long'] },
    async () => {
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
    },
  )

  it(
    'removes the uploaded logo, and another that waits for the next save with it',
    { tags: ['long'] },
    async () => {
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
    },
  )

  it('merges the changes of two people', { tags: ['long'] }, async () => {
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

  it(
    'lists the submissions that a retention period would destroy, and asks before saving it',
    { tags: ['long'] },
    async () => {
      const company = await makeCompany(services, { nameIn: 'Keeper' })
      const { slug } = await makeLink(services, company.id)
      await submitApplication(url, await openFormSession(url, slug), { legalName: 'Old Mill LLC' }, slug)
      await services.db.system('test').write((db) =>
        db.formSubmission.updateMany({
          where: { companyId: company.id },
          data: { createdAt: new Date('2026-01-05T10:00:00Z') },
        }),
      )
      const page = await openCompanies()
      const dialog = await openSettings(page, 'Keeper', 'Security')
      const days = dialog.getByLabel('Keep submissions for (days)')
      const show = button(dialog, 'What would go')
      expect(await show.isDisabled()).toBe(true)
      await days.fill('1')
      await days.blur()
      await dialog.getByText('Enter a whole number from 30 to 3650, or nothing').waitFor()
      const tab = dialog.getByRole('tab', { name: 'Security Needs your attention' })
      await openTab(dialog, 'Desk')
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
    },
  )

  it(
    'shows an alert when saving fails, and asks before unsaved changes are discarded',
    { tags: ['long'] },
    async () => {
      const page = await openCompanies()
      const dialog = await openEditor(page, 'Acme inside', 'Authorization')
      await dialog.getByLabel('Disclaimer').fill('Not yet')
      await page.route('**/api/company/update/**', (route) => route.abort())
      await button(dialog, 'Save').click()
      await button(alertOf(page, 'Failed to save company. Please try again.'), 'OK').click()
      await page.keyboard.press('Escape')
      await button(alertOf(page, 'What you have changed here is not saved yet.'), 'Discard').click()
      await dialog.waitFor({ state: 'detached' })
    },
  )
})
