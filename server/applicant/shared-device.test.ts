import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services } = await startTestServer()

const state = async (formSubmissionId: string) =>
  (await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })).body.data
const publicLink = async (slug: string) =>
  (await call(url, 'GET', `/generated-link/get/slug/${slug}`)).body.data
const linkOf = async (ofCompany: boolean, ofLink: boolean) => {
  const company = await makeCompany(services, { applicantSettings: { sharedDevice: ofCompany } })
  return makeLink(services, company.id, { sharedDevice: ofLink })
}

describe.each([
  { company: true, link: false },
  { company: false, link: true },
  { company: true, link: true },
])('a form on shared devices (company: $company, link: $link)', ({ company, link }) => {
  it('gives the browser no receipt, after a repeated submit neither, and names no file', async () => {
    const { slug } = await linkOf(company, link)
    expect(await publicLink(slug)).toMatchObject({ sharedDevice: true })
    const session = await openFormSession(url, slug)
    for (const _ of [1, 2]) {
      const { status, body } = await submitApplication(url, session, {}, slug)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ reference: expect.any(String), receiptToken: '' })
    }
    expect(await state(session)).toMatchObject({
      submittedAt: expect.any(String),
      receiptToken: null,
      files: [],
      draft: null,
    })
  })
})

it('gives a receipt where neither the link nor its company is switched on', async () => {
  const { slug } = await linkOf(false, false)
  expect(await publicLink(slug)).toMatchObject({ sharedDevice: false })
  const session = await openFormSession(url, slug)
  const { body } = await submitApplication(url, session, {}, slug)
  const receiptToken = body.data?.receiptToken
  expect(receiptToken).toMatch(/^[\w-]+\.[\w-]{43}$/)
  expect(await state(session)).toMatchObject({ receiptToken })
})

it('is switched on for a link by itself, which the audit log tells, and leaves its team', async () => {
  const company = await makeCompany(services)
  const { id } = await makeLink(services, company.id)
  const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
  const update = (body: object) => call(url, 'PUT', `/generated-link/update/${id}`, { token, body })
  const team = await services.db
    .system('test')
    .write((tx) => tx.team.create({ data: { name: 'Desk', companyId: company.id } }))
  await update({ teamId: team.id })
  const on = await update({ sharedDevice: true })
  expect(on).toMatchObject({ status: 200, body: { data: { sharedDevice: true, team: { name: 'Desk' } } } })
  expect((await update({ teamId: null })).body.data).toMatchObject({ sharedDevice: true, team: null })
  expect(await update({ sharedDevice: 'yes' })).toMatchObject({ status: 400 })
  const entries = await services.db
    .system('test')
    .write((tx) => tx.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))
  expect(entries[1]).toMatchObject({
    act: 'link-updated',
    detail: { before: { sharedDevice: false }, after: { sharedDevice: true } },
  })
})
