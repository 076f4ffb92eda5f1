// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import { makeReceiptToken } from '../../applicant/receipt-token.ts'
import { findMaker } from '../../auth/maker.ts'
import { deleteSubmission } from '../../retention/destroy.service.ts'
import { makeUser, signIn } from '../support/factories.ts'
import { mailsTo } from '../support/mails.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'
import { hurry } from './panel-visit.ts'
import { documents, drawn, history, part, startSubmissionServer, view } from './submission-page.fixture.ts'

const { server, alpha, ash, apply, open, openAsh } = await startSubmissionServer()

const ann = await makeUser(server.services, {
  name: 'Ann Lee',
  companyId: alpha.company.id,
  roleId: alpha.user.roleId,
})
const annToken = await signIn(server.url, ann.email)
const ids: string[] = []
for (let count = 0; count < 12; count += 1) ids.push(await apply(alpha.link.slug, `Walk No ${count}`))

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `Application of ${name} to Alpha Capital` })
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

describe('the header of a submission', () => {
  it('says how it stands and what comes next, and follows what is done', async () => {
    const page = await openAsh()
    const fact = (label: string) =>
      page.locator('dl').first().locator('div').filter({ hasText: label }).locator('dd')
    expect(await fact('Requested').innerText()).toBe('$60,000')
    expect(await fact('Monthly sales').innerText()).toBe('$85,000')
    expect(await fact('Next step').innerText()).toBe('Take it')
    await page.getByRole('button', { name: 'Take it' }).click()
    await expect.poll(() => fact('Next step').innerText()).not.toBe('Take it')
    await history(page)
      .filter({ hasText: `Assigned to ${alpha.user.name}` })
      .waitFor()
    await page.getByRole('button', { name: /^Status: / }).click()
    await page.getByRole('menuitem', { name: 'Documents needed' }).click()
    await expect.poll(() => fact('Next step').innerText()).toMatch(/^Waiting for the applicant since /)
    await history(page).filter({ hasText: 'Moved from New to Documents needed' }).waitFor()
  })

  it('has the phone and the e-mail as links and names what was not answered', async () => {
    const page = await openAsh()
    const answers = part(page, 'Form data')
    expect(await answers.getByRole('link', { name: '(212) 555-0187' }).getAttribute('href')).toBe(
      'tel:2125550187',
    )
    expect(await answers.locator('a[href^="mailto:"]').count()).toBeGreaterThan(0)
    expect(await answers.innerText()).toMatch(/Not answered: Advance company 2, Balance 2/)
  })

  it('tells who else has it open, companies only that the provider has', { tags: ['long'] }, async () => {
    const page = await openAsh()
    const others = await open(`/admin/forms/${ash}`, {}, annToken)
    await others.getByText(`Also open: ${alpha.user.name}`).waitFor()
    const admin = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
    const providers = await open(`/admin/forms/${ash}`, {}, admin)
    await providers.getByText(/^Also open: Ann Lee, /).waitFor()
    await hurry(page, LIMITS.presenceMs)
    await page.reload()
    await page.getByText('Also open: Ann Lee, Provider').waitFor()
    expect(await page.getByText('This submission has changed.').count()).toBe(0)
  })
})

it('a submission that is destroyed while it is open leaves the page', async () => {
  const id = await apply(alpha.link.slug, 'Gone Diner')
  const page = await open(`/admin/forms/${id}`)
  await hurry(page, LIMITS.presenceMs)
  await page.reload()
  await heading(page, 'Gone Diner').waitFor()
  const maker = await findMaker(server.services, { userId: alpha.user.id, apiKeyId: null })
  if (!maker) throw new Error('no maker')
  const by = { actor: { ...maker, confirmedAt: new Date() }, ip: '' }
  await deleteSubmission(server.services, by, { id, reason: 'asked for' })
  await page.getByRole('heading', { name: submissionMessages.page.notFoundTitle }).waitFor()
  expect(await page.getByText('Gone Diner').count()).toBe(0)
})

describe('notes', () => {
  it('are written with the n key, name a colleague, who gets a link and no text, and are found by their kind', async () => {
    const page = await openAsh()
    await page.keyboard.press('n')
    await page.keyboard.type('Landlord says j is fine? ')
    await page.getByRole('button', { name: 'Mention a colleague' }).click()
    await page.getByRole('option', { name: 'Ann Lee' }).click()
    const field = page.getByLabel('New note')
    expect(await field.inputValue()).toBe('Landlord says j is fine? @Ann Lee ')
    await field.press('Control+Enter')
    const note = history(page).filter({ hasText: 'Landlord says j is fine? @Ann Lee' })
    await note.waitFor()
    expect(await note.innerText()).toContain(alpha.user.name)
    expect(await field.inputValue()).toBe('')
    await page.getByLabel('Show').click()
    await page.getByRole('option', { name: 'Notes' }).click()
    await expect.poll(() => history(page).count()).toBe(1)
    await expect.poll(() => mailsTo(server.services, ann.email)).toHaveLength(1)
    const [mail = ''] = await mailsTo(server.services, ann.email)
    expect(mail).toContain(`/admin/forms/${ash}`)
    expect(mail).not.toMatch(/Landlord|Ash/)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
  })
})

describe('shortcuts', () => {
  it(
    'walk along the list as it was sorted and filtered, over the ends of its pages',
    { tags: ['long'] },
    async () => {
      const page = await open('/admin/forms?page=1&perPage=10&sort=createdAt&order=DESC&filter={}')
      await page.getByRole('link', { name: 'Walk No 3', exact: true }).click()
      await heading(page, 'Walk No 3').waitFor()
      await page.getByText('9 of 13').waitFor()
      for (const name of ['Walk No 2', 'Walk No 1', 'Walk No 0', 'Ash Bakery LLC', 'Ash Bakery LLC']) {
        await page.keyboard.press('j')
        await heading(page, name).waitFor()
      }
      await page.keyboard.press('k')
      await heading(page, 'Walk No 0').waitFor()
      await page.getByRole('button', { name: 'Previous submission' }).click()
      await heading(page, 'Walk No 1').waitFor()
      await page.getByText('11 of 13').waitFor()
      await page.getByRole('link', { name: 'All submissions' }).click()
      await page.getByText(/^Displayed: 1–10 of 13/).waitFor()
    },
  )

  it('keep their order when a submission no longer fits the filter', { tags: ['long'] }, async () => {
    const filter = encodeURIComponent(JSON.stringify({ status: ['new'] }))
    const page = await open(`/admin/forms?page=1&perPage=10&sort=createdAt&order=DESC&filter=${filter}`)
    await page.getByRole('link', { name: 'Walk No 11', exact: true }).click()
    await heading(page, 'Walk No 11').waitFor()
    await page.getByRole('button', { name: /^Status: New/ }).click()
    await page.getByRole('menuitem', { name: 'In review' }).click()
    await page.getByRole('button', { name: /^Status: In review/ }).waitFor()
    await page.keyboard.press('j')
    await heading(page, 'Walk No 10').waitFor()
  })

  it(
    'switch between answers and documents, lead to the search, and can be switched off',
    { tags: ['long'] },
    async () => {
      const page = await openAsh()
      await page.keyboard.press('e')
      expect(await isFocused(page, '[data-part="documents"]')).toBe(true)
      await page.keyboard.press('e')
      expect(await isFocused(page, '[data-part="answers"]')).toBe(true)
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await sheet.getByText('Write a note').waitFor()
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
      await sheet.getByLabel('Use single-key shortcuts').click()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.reload()
      await heading(page, 'Ash Bakery LLC').waitFor()
      await page.keyboard.press('n')
      expect(await isFocused(page, 'textarea')).toBe(false)
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await sheet.getByLabel('Use single-key shortcuts').click()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
      await expect.poll(() => isFocused(page, 'input[name="q"]')).toBe(true)
    },
  )
})

it(
  'keeps a statement in view beside the answers, larger and over the whole width',
  { tags: ['long'] },
  async () => {
    const page = await openAsh({ viewport: { width: 1280, height: 800 } })
    await view(documents(page), 'october statement.pdf')
    const canvas = drawn(documents(page), 'page 1 of 3')
    await canvas.waitFor()
    await page.mouse.move(400, 600)
    await page.mouse.wheel(0, 900)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    const box = async () => (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const beside = await box()
    expect(beside.y).toBeGreaterThan(0)
    expect(beside.y).toBeLessThan(700)
    await documents(page).getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(async () => (await box()).width).toBeGreaterThan(beside.width * 1.4)
    await documents(page).getByRole('button', { name: '150 %' }).click()
    await documents(page).getByRole('button', { name: 'Full width' }).click()
    await expect.poll(async () => (await box()).width).toBeGreaterThan(beside.width * 1.7)
  },
)

describe('a submission that changes while it is open', () => {
  const openTwice = async (name: string) => {
    const id = await apply(alpha.link.slug, name)
    const page = await open('/admin/forms')
    await hurry(page, LIMITS.presenceMs)
    await page.goto(`${server.url}/admin/forms/${id}`)
    await heading(page, name).waitFor()
    const anns = await open(`/admin/forms/${id}`, {}, annToken)
    await page.getByText('Also open: Ann Lee').waitFor()
    // Openings stand in the timeline on request.
    await part(page, 'Timeline')
      .getByText('There is nothing yet.')
      .or(history(page).first())
      .first()
      .waitFor()
    return { id, page, anns }
  }
  const nextStep = (page: Page) =>
    page.locator('dl > div').filter({ hasText: 'Next step' }).locator('dd').innerText()

  it('shows what colleagues, the applicant and the server do, where it was scrolled to', async () => {
    const { id, page, anns } = await openTwice('Live File LLC')
    await page.evaluate(() => window.scrollTo(0, 200))
    const answersAt = async () => (await part(page, 'Form data').boundingBox())?.y ?? 0
    const before = await answersAt()
    await anns.getByRole('button', { name: /^Status: New/ }).click()
    await anns.getByRole('menuitem', { name: 'Documents needed' }).click()
    await page.getByRole('button', { name: /^Status: Documents needed/ }).waitFor()
    expect(await nextStep(page)).toMatch(/^Waiting for the applicant since /)
    await history(page).filter({ hasText: 'Moved from New to Documents needed' }).waitFor()

    const token = makeReceiptToken(server.services.keys, id)
    expect((await upload(server.url, { path: '/application/documents', fields: { token } })).status).toBe(200)
    await documents(page).getByText('Added later').waitFor()
    await anns.getByLabel('New note').fill('Called the landlord')
    await anns.getByRole('button', { name: 'Save note' }).click()
    await history(page).filter({ hasText: 'Called the landlord' }).waitFor()
    const openings = () =>
      server.services.db.system('test').read((db) =>
        db.auditEntry.count({
          where: { objectId: id, act: 'submission-viewed', actorId: alpha.user.id },
        }),
      )
    expect(await openings()).toBe(1)
    expect(Math.abs((await answersAt()) - before)).toBeLessThan(3)

    await anns.getByRole('button', { name: 'Put on legal hold' }).click()
    await anns.getByRole('dialog').getByLabel('Reason').fill('Case 26-117')
    await anns.keyboard.press('Enter')
    await page.getByText('Case 26-117').waitFor()
    // There was more to read of it than a list tells.
    expect(await openings()).toBe(2)
    expect(await page.getByText('This submission has changed.').count()).toBe(0)
  })

  it('waits while somebody types, and loses nothing of it', { tags: ['long'] }, async () => {
    const { page, anns } = await openTwice('Typed Into LLC')
    const changed = page.getByText('This submission has changed.')
    const field = page.getByLabel('New note')
    await field.pressSequentially('Half a sen')
    await anns.getByRole('button', { name: 'Take it' }).click()
    await changed.waitFor()
    await page.getByRole('button', { name: 'Owner: Unassigned. Change it' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.pressSequentially('tence')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Owner: Ann Lee. Change it' }).waitFor()
    await changed.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Half a sentence')

    // The user's own note is none of the changes that wait.
    await field.press('Control+Enter')
    await history(page).filter({ hasText: 'Half a sentence' }).waitFor()
    await field.pressSequentially('More')
    await page.waitForResponse('**/form.presence**')
    await page.waitForResponse('**/form.presence**')
    expect(await changed.count()).toBe(0)

    // A change is shown by itself once the text is gone.
    await anns.getByRole('button', { name: /^Status: New/ }).click()
    await anns.getByRole('menuitem', { name: 'In review' }).click()
    await changed.waitFor()
    await field.fill('')
    await field.blur()
    await page.getByRole('button', { name: /^Status: In review/ }).waitFor()
    await changed.waitFor({ state: 'detached' })
  })

  it('waits while a dialog is open', { tags: ['long'] }, async () => {
    const { page, anns } = await openTwice('Asked Meanwhile LLC')
    await page.getByRole('button', { name: 'Put on legal hold' }).click()
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await reason.fill('Case 26')
    await anns.getByRole('button', { name: 'Take it' }).click()
    await page.getByText('This submission has changed.').waitFor()
    expect(await reason.inputValue()).toBe('Case 26')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Owner: Ann Lee. Change it' }).waitFor()
  })
})
