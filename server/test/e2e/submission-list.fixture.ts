import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { smallPng, upload } from '../support/uploads.ts'
import { panelVisits } from './panel-visit.ts'

export const SUBMISSIONS = 23

/** A server with 23 submissions: the newest has two documents, the one before is on legal hold. Call it at the top of a test file. */
export async function startListServer() {
  const server = await startTestServer()
  const visit = panelVisits(server.url)
  const adminToken = () => signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    const session = await openFormSession(server.url)
    if (index === SUBMISSIONS - 1) {
      const fields = { formSubmissionId: session }
      await upload(server.url, { name: 'october statement.pdf', fields })
      await upload(server.url, { name: 'page two.png', type: 'image/png', content: await smallPng(), fields })
    }
    const { status, body } = await submitApplication(server.url, session, {
      legalName: `Bakery No ${index} LLC`,
    })
    expect(status).toBe(200)
    if (index !== SUBMISSIONS - 2) continue
    const held = await call(server.url, 'PUT', `/form/submissions/${body.data?.id ?? ''}/hold`, {
      token: await adminToken(),
      body: { hold: true, reason: 'Smith v. Acme' },
    })
    expect(held.status).toBe(200)
  }

  const open = (
    path: string,
    options: BrowserContextOptions = {},
    token: string | null = null,
    expectedErrors?: RegExp,
  ): Promise<Page> => visit(path, token, options, expectedErrors)

  async function openForms(options: BrowserContextOptions = {}, search = ''): Promise<Page> {
    const page = await open(`/admin/forms${search}`, options, await adminToken())
    await page.getByText(/^Displayed: [1-9]/).waitFor()
    return page
  }

  async function staffWith(permissions: ('page:forms' | 'page:main')[]) {
    const role = await makeRole(server.services, { permissions })
    return makeUser(server.services, { roleId: role.id })
  }
  return { server, adminToken, open, openForms, staffWith }
}
