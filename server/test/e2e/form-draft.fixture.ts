import type { BrowserContext, Page } from 'playwright-core'
import { formMessages } from '#domain/messages/form'
import { draftOf as savedDraft } from '../support/drafts.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { formBrowser, reachSubmit, visit, type Visit } from './form-visit.ts'

/** None of them is an example that the form itself gives. */
export const SECRETS = { taxId: '45-6781234', partner1SSN: '219-09-1234', partner1DOB: '1980-02-29' }

export const RECEIVED = /We received your application on [A-Z]\w+ \d{1,2}, \d{4}\./

export const session = (page: Page) => page.evaluate(() => localStorage.getItem('form_session_demo') ?? '')
export const idOf = async (page: Page) => (await session(page)).split('.')[0] ?? ''
export const submit = async (page: Page) => (await reachSubmit(page)).click()
export const overlay = (page: Page) => page.getByRole('dialog', { name: 'Заявка отправлена!' })

/** A server and a browser for forms with drafts. Call it at the top of a test file. */
export async function startDrafts() {
  const server = await startTestServer()
  const statement = await samplePdf(0.1)
  const browser = formBrowser()

  const open = (options?: Visit) => visit(browser(), server.url, options)

  /** The draft that the server returns for the page's session. */
  const draftOf = async (page: Page) => savedDraft(server.url, await session(page))

  /** Opens the form again on the same device, after the page before is closed. */
  async function comeBack(context: BrowserContext, page: Page): Promise<Page> {
    await page.close()
    const next = await context.newPage()
    await next.goto(`${server.url}/form/demo`)
    await next.getByText(formMessages.draft.welcomeBack).waitFor()
    return next
  }
  return { server, statement, open, draftOf, comeBack }
}
