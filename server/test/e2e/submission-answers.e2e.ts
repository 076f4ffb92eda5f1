// @module-tag long
import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { drawingUrl, undecodable } from '../support/pngs.ts'
import { documents, history, part, showEverything, startSubmissionServer } from './submission-page.fixture.ts'

const { server, alpha, statement, apply, open, openAsh, update, pdfState } = await startSubmissionServer()

describe("a submission's answers", () => {
  it('show full values only on request, which the history lists at once', async () => {
    const page = await openAsh()
    const answers = part(page, 'Form data')
    await history(page).first().waitFor()
    expect(await history(page).filter({ hasText: 'Opened the submission' }).count()).toBe(0)
    await showEverything(page)
    await history(page).filter({ hasText: 'Opened the submission' }).first().waitFor()
    expect(await answers.innerText()).toContain('***-**-6789')
    expect(await page.locator('main').innerText()).not.toContain('123-45-6789')
    expect(await answers.getByText('[signature]').count()).toBe(2)
    await answers.getByRole('button', { name: 'Show full values' }).click()
    await answers.getByText('123-45-6789').waitFor()
    expect(await answers.getByRole('img', { name: 'Signature' }).count()).toBe(2)
    const entry = history(page).filter({ hasText: 'Showed the full values' })
    await entry.getByText(alpha.user.name).waitFor()
    expect(await entry.innerText()).toContain('from 127.0.0.1')
    await answers.getByRole('button', { name: 'Hide full values' }).click()
    expect(await page.locator('main').innerText()).not.toContain('123-45-6789')
  })

  it("show 'Error parsing form data' when they are damaged, beside the documents and the PDF's error", async () => {
    const id = await apply(alpha.link.slug, 'Unreadable LLC', [{ name: 'kept.pdf', content: statement }])
    // A PDF that is still being made would take its state back.
    await expect.poll(() => pdfState(id)).toBe('ready')
    await update(id, {
      formData: Buffer.from('damaged'),
      pdfState: 'failed',
      pdfFailure: 'damaged_data',
    })
    const page = await open(`/admin/forms/${id}`)
    await page.getByRole('heading', { name: 'Application to Alpha Capital' }).waitFor()
    await part(page, 'Form data').getByText('Error parsing form data').waitFor()
    await documents(page).getByText('kept.pdf').waitFor()
    await part(page, 'PDF')
      .getByText('No PDF. The PDF could not be made: its stored data is damaged')
      .waitFor()
  })

  it("show 'Error parsing form data' when the full values are damaged, and stay masked", async () => {
    const id = await apply(alpha.link.slug, 'Damaged Since LLC')
    const page = await open(`/admin/forms/${id}`)
    await part(page, 'Form data').getByText('***-**-6789').first().waitFor()
    await update(id, { formData: Buffer.from('damaged') })
    await page.getByRole('button', { name: 'Show full values' }).click()
    await page.getByText('Error parsing form data').waitFor()
    await part(page, 'Form data').getByText('***-**-6789').first().waitFor()
  })
})

it('says of a drawing that cannot be read that it does not count, and asks for another', async () => {
  const session = await openFormSession(server.url, alpha.link.slug)
  const drawing = { signer1Signature: drawingUrl(undecodable()), legalName: 'Scribble LLC' }
  const { body } = await submitApplication(server.url, session, drawing, alpha.link.slug)
  const id = body.data?.id ?? ''
  const { id: ownerId } = alpha.user
  await server.services.db
    .system('test')
    .write((db) => db.submissionDesk.update({ where: { id }, data: { ownerId } }))
  const page = await open(`/admin/forms/${id}`)
  await page.getByText('A drawn signature could not be read and does not count').waitFor()
  await page.getByText('Get a new signature: a drawing could not be read').waitFor()
  const answers = part(page, 'Form data')
  expect(await answers.getByText('[signature]').count()).toBe(1)
  await answers.getByRole('button', { name: 'Show full values' }).click()
  await answers.getByRole('img', { name: 'Signature' }).waitFor()
  expect(await answers.getByRole('img', { name: 'Signature' }).count()).toBe(1)
})

describe("a submission's history", () => {
  it('lists each opening once, earlier ones on request', async () => {
    const id = await apply(alpha.link.slug, 'Often Opened LLC')
    for (let time = 0; time < 27; time += 1) {
      await fetch(`${server.url}/api/form/submissions/${id}/views`, {
        method: 'POST',
        headers: { authorization: `Bearer ${alpha.token}`, 'content-type': 'application/json' },
        body: '{}',
      })
    }
    const page = await open(`/admin/forms/${id}`)
    await showEverything(page)
    await history(page).nth(24).waitFor()
    expect(await history(page).count()).toBe(25)
    await page.getByRole('button', { name: 'Show earlier entries' }).click()
    await expect.poll(() => history(page).count()).toBe(28)
    expect(await page.getByRole('button', { name: 'Show earlier entries' }).count()).toBe(0)
  })
})
