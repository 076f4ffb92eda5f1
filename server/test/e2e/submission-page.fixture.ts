import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { BROKEN_PDF, faxPdf, pagedPdf } from '../support/sample-pdfs.ts'
import { startTestServer } from '../support/server.ts'
import { smallPng, upload } from '../support/uploads.ts'
import { panelVisits } from './panel-visit.ts'

type File = { name: string; content: Buffer; type?: string }

export const PDF_PASSWORD = 'ünlock-me 7'

/**
 * A server with its jobs, two companies, and a submission of Ash Bakery with five documents. Call it at the top of a test
 * file.
 */
export async function startSubmissionServer() {
  const server = await startTestServer({ role: 'all' })
  const visit = panelVisits(server.url)

  async function tenant(name: string) {
    const company = await makeCompany(server.services, { nameOut: name })
    const user = await makeCompanyAdmin(server.services, company.id)
    const link = await makeLink(server.services, company.id, { userId: user.id, userName: `${name} Broker` })
    return { company, user, link, token: await signIn(server.url, user.email) }
  }

  async function apply(slug: string, legalName: string, files: File[] = []): Promise<string> {
    const session = await openFormSession(server.url, slug)
    for (const file of files) {
      const { status } = await upload(server.url, { ...file, headers: { 'x-form-session': session } })
      expect(status).toBe(200)
    }
    const { body } = await submitApplication(server.url, session, { legalName }, slug)
    return body.data?.id ?? ''
  }

  const [alpha, beta, statement] = await Promise.all([
    tenant('Alpha Capital'),
    tenant('Beta Funding'),
    pagedPdf(),
  ])
  const ash = await apply(alpha.link.slug, 'Ash Bakery LLC', [
    { name: 'october statement.pdf', content: statement },
    { name: 'locked statement.pdf', content: await pagedPdf(PDF_PASSWORD) },
    { name: 'broken statement.pdf', content: BROKEN_PDF },
    { name: 'fax.pdf', content: await faxPdf() },
    { name: 'page two.png', type: 'image/png', content: await smallPng() },
  ])

  const open = (path: string, options: BrowserContextOptions = {}, token = alpha.token): Promise<Page> =>
    visit(path, token, options)

  async function openAsh(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await open(`/admin/forms/${ash}`, options)
    await page.getByRole('heading', { name: 'Application of Ash Bakery LLC to Alpha Capital' }).waitFor()
    return page
  }

  const update = (
    id: string,
    data: { formData?: Buffer<ArrayBuffer>; pdfState?: 'ready' | 'failed'; pdfFailure?: 'damaged_data' },
  ) =>
    server.services.db.system('test').write(async (db) => {
      const { formData, ...desk } = data
      if (formData) await db.formSubmission.update({ where: { id }, data: { formData } })
      await db.submissionDesk.update({ where: { id }, data: desk })
    })

  const pdfState = async (id: string) =>
    (await server.services.db.system('test').write((db) => db.submissionDesk.findUnique({ where: { id } })))
      ?.pdfState

  return { server, alpha, beta, statement, ash, apply, open, openAsh, update, pdfState }
}

export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const documents = (page: Page) => part(page, 'Documents')
/** Openings and downloads stand in the timeline on request. */
export async function showEverything(page: Page): Promise<void> {
  await part(page, 'Timeline').getByLabel('Show').click()
  await page.getByRole('option', { name: 'Everything' }).click()
}

export const history = (page: Page) => part(page, 'Timeline').getByRole('listitem')

export const view = (within: Locator, name: string) =>
  within.getByRole('listitem').filter({ hasText: name }).getByText('View', { exact: true }).click()

export const drawn = (within: Locator, label: string) =>
  within.locator('[aria-busy="false"] > canvas').and(within.getByRole('img', { name: label }))

/** Returns how many pixels of a canvas have about this colour. */
export const pixelsOf = (canvas: Locator, colour: string): Promise<number> =>
  canvas.evaluate((element, wanted) => {
    if (!(element instanceof HTMLCanvasElement)) return 0
    const { data = [] } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16))
    const isNear = (value: number | undefined, other: number | undefined) =>
      Math.abs((value ?? 0) - (other ?? 0)) < 8
    let found = 0
    for (let at = 0; at < data.length; at += 4)
      if (isNear(data[at], red) && isNear(data[at + 1], green) && isNear(data[at + 2], blue)) found += 1
    return found
  }, colour)
