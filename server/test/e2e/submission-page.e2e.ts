import { describe, expect, it } from 'vitest'
import { toReference } from '#domain/reference'
import { makeReceiptToken } from '../../applicant/receipt-token.ts'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { upload } from '../support/uploads.ts'
import { fillLogin, PHONE, scrollsSideways } from './panel-visit.ts'
import {
  documents,
  drawn,
  history,
  part,
  showEverything,
  pixelsOf,
  startSubmissionServer,
  view,
} from './submission-page.fixture.ts'

const { server, alpha, beta, ash, apply, open, openAsh } = await startSubmissionServer()

describe('the page of a submission', () => {
  it('opens by its address and from the list, and leads back to the list as it was', async () => {
    const page = await open('/admin/forms?page=1&perPage=10&sort=createdAt&order=ASC&filter={}')
    await page.getByPlaceholder('Search...').fill('Ash')
    await page.waitForURL(({ searchParams }) => searchParams.get('filter') !== '{}')
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'Ash Bakery LLC' }).click()
    await page.waitForURL(`**/admin/forms/${ash}`)
    for (const [label, fact] of [
      ['Company', 'Alpha Capital'],
      ['Submitted by', 'Alpha Capital Broker'],
      ['Link', alpha.link.slug],
    ] as const)
      await page.locator('dl > div').filter({ hasText: label }).getByText(fact, { exact: true }).waitFor()
    await page.locator('main').getByText('Business information').first().waitFor()
    await page.getByRole('link', { name: 'All submissions' }).click()
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await expect.poll(() => page.getByPlaceholder('Search...').inputValue()).toBe('Ash')
    expect(decodeURIComponent(page.url())).not.toContain('Ash')
    await page.goBack()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /^Application of Ash/ }).waitFor()
    await page.goForward()
    await page.getByText('Displayed: 1–1 of 1').waitFor()

    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'Open page' }).click()
    await page.waitForURL(`**/admin/forms/${ash}`)
  })

  it('opens after the login when it is visited without a session', { tags: ['long'] }, async () => {
    const page = await open(`/admin/forms/${ash}`, {}, 'no-such-token')
    await fillLogin(page, alpha.user.email, TEST_PASSWORD)
    await page.getByRole('heading', { name: 'Application of Ash Bakery LLC to Alpha Capital' }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await fillLogin(page, beta.user.email, TEST_PASSWORD)
    await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
  })

  it('shows the PDF only on request', async () => {
    const page = await openAsh()
    const pdf = part(page, 'PDF')
    await pdf.getByText('The PDF holds the full values.').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
    await pdf.getByRole('button', { name: 'Show the PDF' }).click()
    const canvas = drawn(pdf, `application-${ash}.pdf, page 1 of`)
    await canvas.waitFor()
    expect(await pixelsOf(canvas, '#17202e')).toBeGreaterThan(200)
    await showEverything(page)
    await history(page).filter({ hasText: 'Opened the PDF' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pdf.getByText('Download', { exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Ash Bakery LLC – application – \d{4}-\d\d-\d\d\.pdf$/)
    await history(page).filter({ hasText: 'Downloaded the PDF' }).waitFor()
    await pdf.getByRole('button', { name: 'Hide the PDF' }).click()
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it(
    'is found by its reference, shows what came later, and ends the applicant’s links',
    { tags: ['long'] },
    async () => {
      const id = await apply(alpha.link.slug, 'Late Papers LLC')
      const token = makeReceiptToken(server.services.keys, id)
      const added = await upload(server.url, { path: '/application/documents', fields: { token } })
      expect(added.status).toBe(200)
      const reference = toReference(id)
      const page = await open('/admin/forms')
      await page.getByPlaceholder('Search...').fill(reference.toLowerCase())
      await page.getByText('Displayed: 1–1 of 1').waitFor()
      await page.getByRole('link', { name: 'Late Papers LLC' }).click()
      const facts = page.locator('dl > div').filter({ hasText: 'Reference' })
      await facts.getByText(reference, { exact: true }).waitFor()
      await documents(page).getByText('Added later').waitFor()
      await history(page).filter({ hasText: 'Added a document after sending the application' }).waitFor()
      await page.getByRole('button', { name: 'End the applicant’s links' }).click()
      const question = page.getByRole('alertdialog', { name: `End the links to ${reference}?` })
      await question.waitFor()
      expect(await axeViolations(page)).toEqual([])
      await question.getByRole('button', { name: 'End the applicant’s links' }).click()
      await question.waitFor({ state: 'detached' })
      await history(page).filter({ hasText: 'Ended links of the applicant' }).waitFor()
      const state = await call(server.url, 'POST', '/application/state', { body: { token } })
      expect(state.body.code).toBe('link_ended')
    },
  )

  it(
    'puts the submission on legal hold with a reason, and lifts the hold after a confirmation',
    { tags: ['long'] },
    async () => {
      const id = await apply(alpha.link.slug, 'Held Back LLC')
      const page = await open(`/admin/forms/${id}`)
      await page.getByRole('button', { name: 'Put on legal hold' }).click()
      const dialog = page.getByRole('dialog', { name: 'Put on legal hold' })
      await dialog.getByLabel('Reason').fill('Case 26-117')
      await dialog.getByLabel('Reason').press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('On legal hold', { exact: true }).waitFor()
      await page.getByText(new RegExp(`^since .*, by ${alpha.user.name}$`)).waitFor()
      await history(page).filter({ hasText: 'Put the submission on legal hold' }).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.reload()
      await page.getByText('Case 26-117').waitFor()

      await page.getByRole('button', { name: 'Lift the hold' }).click()
      const question = page.getByRole('alertdialog', { name: 'Lift the legal hold?' })
      await question.getByText('no earlier than 24 hours from now').waitFor()
      await question.getByRole('button', { name: 'Lift the hold' }).click()
      await question.waitFor({ state: 'detached' })
      const put = page.getByRole('button', { name: 'Put on legal hold' })
      expect(await put.evaluate((button) => button === document.activeElement)).toBe(true)
      expect(await page.getByText('On legal hold', { exact: true }).count()).toBe(0)
      await history(page).filter({ hasText: 'Lifted the legal hold' }).waitFor()
    },
  )

  it('deletes the submission for good, by its name, a reason and the password, and goes back to the list', async () => {
    const id = await apply(alpha.link.slug, 'Gone (Tomorrow) LLC')
    await server.services.db
      .system('test')
      .write((db) =>
        db.loginSession.updateMany({ where: { userId: alpha.user.id }, data: { confirmedAt: new Date(0) } }),
      )
    const page = await open(`/admin/forms/${id}`)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the submission of Gone (Tomorrow) LLC?' })
    const name = dialog.getByLabel('Type Gone (Tomorrow) LLC')
    const submit = dialog.getByRole('button', { name: 'Delete for good' })
    await name.fill('Gone')
    await dialog.getByLabel('Reason').fill('Asked for by e-mail')
    await submit.click()
    expect(await name.evaluate((input) => input.matches(':invalid'))).toBe(true)
    await name.fill('Gone (Tomorrow) LLC')
    expect(await axeViolations(page)).toEqual([])
    await submit.click()
    const password = page.getByRole('dialog', { name: 'Confirm your password' })
    await password.getByLabel('Password').fill(TEST_PASSWORD)
    await password.getByLabel('Password').press('Enter')
    await page.getByText('The submission is deleted.').waitFor()
    await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
    await page.getByText(/^Displayed/).waitFor()
    expect(await page.getByText('Gone (Tomorrow) LLC').count()).toBe(0)
    await page.goto(`${server.url}/admin/forms/${id}`)
    await page.getByRole('heading', { name: 'Submission not found' }).waitFor()
  })

  it(
    "shows 'Submission not found' for an unknown submission and for one of another company",
    { tags: ['long'] },
    async () => {
      for (const [path, token] of [
        [`/admin/forms/${ash}`, beta.token],
        ['/admin/forms/nothing', alpha.token],
      ] as const) {
        const page = await open(path, {}, token)
        await page.getByRole('heading', { name: 'Submission not found' }).waitFor()
        await page.getByText('There is no submission at this address').waitFor()
        await page.getByRole('link', { name: 'All submissions' }).click()
        await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
      }
    },
  )

  it(
    'shows an error when the submission cannot be loaded, and loads it on retry',
    { tags: ['long'] },
    async () => {
      const page = await open('/admin/forms')
      await page.getByText(/^Displayed/).waitFor()
      await page.route('**/form.viewSubmission', (route) => route.abort())
      await page.goto(`${server.url}/admin/forms/${ash}`)
      await page.getByText('The submission could not be loaded.').waitFor()
      await page.unroute('**/form.viewSubmission')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: /^Application of Ash/ }).waitFor()
    },
  )

  it('leads to the login page when the session has ended', { tags: ['long'] }, async () => {
    const page = await open('/admin/forms', {}, await signIn(server.url, alpha.user.email))
    await page.getByText(/^Displayed/).waitFor()
    await page.route('**/api/trpc/form.timeline?*', async (route) => {
      const headers = { ...route.request().headers(), authorization: 'Bearer no-such-token' }
      await route.continue({ headers })
    })
    await page.goto(`${server.url}/admin/forms/${ash}`)
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
  })

  it('prints its content alone, black on white', { tags: ['long'] }, async () => {
    const page = await openAsh({ colorScheme: 'dark' })
    await history(page).first().waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('button', { name: 'Show full values' }),
      page.getByRole('link', { name: 'All submissions' }),
      documents(page).getByText('Download').first(),
      page.getByText('Skip to the content'),
    ])
      expect(await hidden.isVisible()).toBe(false)
    for (const name of ['Form data', 'Documents', 'Timeline'])
      expect(await part(page, name).getByRole('heading', { name }).isVisible()).toBe(true)
    // On the screen these are buttons.
    expect(await page.getByRole('button', { name: /^Status: / }).isVisible()).toBe(true)
    const colours = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const { color } = getComputedStyle(heading)
      return [color, getComputedStyle(document.body).backgroundColor]
    })
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    // What the browser would send to the printer: it has pages, and no more than a few.
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.length).toBeLessThan(8)
  })

  it('has no axe violations in the light and the dark scheme', { tags: ['long'] }, async () => {
    const page = await openAsh()
    await history(page).first().waitFor()
    // The timeline may come before the submission, whose heading is the page's.
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await view(documents(page), 'october statement.pdf')
    await drawn(documents(page), 'page 1 of 3').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
  })

  it('fits a phone, previews included', { tags: ['long'] }, async () => {
    const page = await openAsh({ ...PHONE, deviceScaleFactor: 2 })
    const parts = page.getByRole('group', { name: 'Parts of the submission' })
    expect(await scrollsSideways(page)).toBe(false)
    await parts.getByRole('button', { name: 'Timeline' }).click()
    await history(page).first().waitFor()
    expect(await part(page, 'Form data').isVisible()).toBe(false)
    expect(await scrollsSideways(page)).toBe(false)
    await parts.getByRole('button', { name: 'Documents' }).click()
    await view(documents(page), 'october statement.pdf')
    const canvas = drawn(documents(page), 'page 1 of 3')
    await canvas.waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    // Two pixels of the page for each of the layout.
    const sharpness = await canvas.evaluate((element) =>
      element instanceof HTMLCanvasElement ? element.width / element.clientWidth : 0,
    )
    expect(sharpness).toBeCloseTo(2, 1)
  })
})

describe('the cards of the list on a phone', () => {
  it(
    "show the applicant's name above the amount, and fit a name without spaces",
    { tags: ['long'] },
    async () => {
      await apply(alpha.link.slug, 'W'.repeat(120))
      const page = await open('/admin/forms', PHONE)
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: 'Ash Bakery LLC' }) })
      await card.getByText('$60,000', { exact: true }).waitFor()
      await card.getByRole('link', { name: 'Ash Bakery LLC' }).click()
      await page.waitForURL(`**/admin/forms/${ash}`)

      await page.goBack()
      const long = page.getByRole('listitem').filter({ hasText: 'WWWW' })
      await long.getByRole('button', { name: 'View' }).click()
      const alert = page.getByRole('alertdialog')
      const cross = alert.getByRole('button', { name: 'Close' })
      const { x = 0, width = 0 } = (await cross.boundingBox()) ?? {}
      expect(x + width).toBeLessThan(390)
      await cross.click()
      await alert.waitFor({ state: 'hidden' })
      await long.getByRole('link').first().click()
      await page.getByRole('heading', { name: /WWWW/ }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    },
  )
})
