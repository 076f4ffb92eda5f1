import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { applicantMessages } from '#domain/messages/applicant'
import { serverMessages } from '#domain/messages/server'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeLink } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { makeToken } from '../../form-sessions/token.ts'

const { url, services } = await startTestServer()

const submissions = async (where: object = {}) => {
  const find = { where, include: { submission: true } }
  const rows = await services.db.system('test').read((client) => client.submissionDesk.findMany(find))
  return rows.map(({ submission, ...row }) => ({ ...submission, ...row }))
}
const sessions = () => services.db.system('test').write((client) => client.formSession.count())

const post = (body: unknown) => call(url, 'POST', '/form/submit', { body })
const payload = (changes: Record<string, unknown> = {}) => ({
  ...fullApplication(),
  generatedLinkSlug: 'demo',
  ...changes,
})

describe('submitting an application', () => {
  it('answers the id of the session it came under, and queues what follows', async () => {
    const token = await openFormSession(url)
    const { status, body } = await submitApplication(url, token)
    expect(status).toBe(200)
    expect(body.data?.id).toBe(token.split('.')[0])

    const [row] = await submissions({ id: body.data?.id })
    expect(row).toMatchObject({
      legalName: 'Peña & Sons Bakery LLC',
      dbaName: 'Golden Crust',
      pdfState: 'pending',
      clientIp: '127.0.0.1',
      submittedBy: 'Administrator',
    })
    expect(row?.authorizationText).toContain('Demo Funding')
    const jobs = await services.db
      .system('test')
      .write(
        (client) =>
          client.$queryRaw<
            { key: string }[]
          >`SELECT key FROM graphile_worker.jobs WHERE key LIKE '%' || ${row?.id}`,
      )
    expect(jobs).toHaveLength(1)
  })

  it('takes the session from the header too, and refuses two that differ', async () => {
    const token = await openFormSession(url)
    const headers = { 'content-type': 'application/json', 'x-form-session': token }
    const send = (body: object) =>
      fetch(`${url}/api/form/submit`, { method: 'POST', headers, body: JSON.stringify(body) })
    const other = await send(payload({ formSubmissionId: await openFormSession(url) }))
    expect([other.status, await other.json()]).toMatchObject([
      400,
      { error: serverMessages.form.twoSessions },
    ])
    const answer = await send(fullApplication())
    expect(await answer.json()).toMatchObject({ data: { id: token.split('.')[0] } })
  })

  it('keeps nothing of a question that never came up, however long', async () => {
    const long = 'Q'.repeat(900_000)
    const { status, body } = await post(payload({ question6: 'No', question7: long, question8: '2012' }))
    expect(status).toBe(200)
    const id = (body.data as { id: string }).id
    const [row] = await submissions({ id })
    expect(row?.formData.length).toBeLessThan(10_000)
  })

  it('takes one without a session by its slug', async () => {
    const { status, body } = await submitApplication(url, undefined)
    expect(status).toBe(200)
    expect(await submissions({ id: body.data?.id })).toHaveLength(1)
  })

  it('answers the same again for the same, and refuses anything else with the date', async () => {
    const token = await openFormSession(url)
    const first = await submitApplication(url, token)
    const again = await submitApplication(url, token)
    expect(again).toEqual(first)

    const other = await submitApplication(url, token, { legalName: 'Somebody Else Inc' })
    expect(other.status).toBe(409)
    expect(other.body.error).toBe(applicantMessages.form.received(new Date().toISOString().slice(0, 10)))
    const [row] = await submissions({ id: first.body.data?.id })
    expect(row?.legalName).toBe('Peña & Sons Bakery LLC')
  })

  it('is stored with its job, its session and its evidence or not at all', async () => {
    const token = await openFormSession(url)
    const inDatabase = (...statements: string[]) =>
      services.db.system('test').write(async (client) => {
        for (const statement of statements) await client.$executeRawUnsafe(statement)
      })
    const before = [await submissions(), await sessions()]
    await inDatabase(
      `CREATE FUNCTION no_jobs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no jobs'; END $$`,
      'CREATE TRIGGER no_jobs BEFORE INSERT ON graphile_worker._private_jobs EXECUTE FUNCTION no_jobs()',
    )
    expect((await submitApplication(url, token)).status).toBe(500)
    expect([await submissions(), await sessions()]).toEqual(before)
    await inDatabase('DROP TRIGGER no_jobs ON graphile_worker._private_jobs', 'DROP FUNCTION no_jobs')
    expect((await submitApplication(url, token)).status).toBe(200)
  })

  it('counts legacy names as the answers they stand for', async () => {
    const token = await openFormSession(url)
    const { cellPhone, ...rest } = fullApplication()
    const first = await post({ ...rest, cellPhoneNumber: cellPhone, formSubmissionId: token })
    expect(first.status).toBe(200)
    expect((await submitApplication(url, token)).status).toBe(200)
  })

  it('stores one row of fifty at once', async () => {
    const token = await openFormSession(url)
    const answers = await Promise.all(Array.from({ length: 50 }, () => submitApplication(url, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await submissions({ id: token.split('.')[0] })).toHaveLength(1)
  })

  it('takes the company and the address from what it knows, never from the payload', async () => {
    const { status, body } = await post(
      payload({
        companyName: 'Mallory Funding',
        companyLogoUrl: 'https://evil.example/x.png',
        companyPdfLogoUrl: '',
        generatedLinkId: 'something',
        clientIp: '203.0.113.9',
      }),
    )
    expect(status).toBe(200)
    const id = (body.data as { id: string }).id
    expect((await submissions({ id }))[0]).toMatchObject({ clientIp: '127.0.0.1' })
  })
})

describe('what is refused, and leaves nothing', () => {
  const refuses = async (body: unknown) => {
    const before = [await submissions(), await sessions()]
    const answer = await post(body)
    expect(answer.body.status).toBe('error')
    expect([await submissions(), await sessions()]).toEqual(before)
    return answer
  }

  it('an undeclared key, by its name', async () => {
    const { status, body } = await refuses(payload({ favouriteColour: 'blue' }))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'Unknown field: favouriteColour',
      fields: { favouriteColour: expect.any(String) },
    })
  })

  it.each([
    ['a number', 12],
    ['a boolean', true],
    ['null', null],
    ['an object', {}],
  ])('%s for an answer', async (_what, value) => {
    const { status, body } = await refuses(payload({ rent: value }))
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('rent')
  })

  it('a missing required field, with a sentence for it', async () => {
    const { status, body } = await refuses(payload({ legalName: ' ', partner1SSN: undefined }))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid_input',
      error: '2 answers need a look.',
      fields: { legalName: expect.stringContaining('Legal business name'), partner1SSN: expect.any(String) },
    })
  })

  it('control characters', async () => {
    expect((await refuses(payload({ legalName: 'A\u0000B' }))).body.fields).toHaveProperty('legalName')
  })

  it('an application without any answer', async () => {
    const company = await makeCompany(services, {
      appEditorSettings: JSON.stringify({ businessInfo: { legalName: false } }),
    })
    const link = await makeLink(services, company.id)
    const { status, body } = await refuses({ generatedLinkSlug: link.slug, seasonal: 'No', question1: 'No' })
    expect([status, body.error]).toEqual([400, applicantMessages.form.noAnswer])
  })

  it("another company's id", async () => {
    const company = await makeCompany(services)
    const { status, body } = await refuses(payload({ companyId: company.id }))
    expect([status, body.error]).toEqual([400, applicantMessages.form.companyMismatch])
  })

  it('an unknown slug, no slug, and a closed link', async () => {
    expect((await refuses(payload({ generatedLinkSlug: 'nowhere' }))).status).toBe(404)
    expect((await refuses(payload({ generatedLinkSlug: undefined }))).body.error).toBe(
      'Missing company information',
    )
    const company = await makeCompany(services)
    const link = await makeLink(services, company.id, { closedAt: new Date() })
    expect((await refuses(payload({ generatedLinkSlug: link.slug }))).body.error).toBe(
      applicantMessages.link.closed,
    )
  })

  it('a session that has expired, is forged or is nonsense', async () => {
    const link = await services.db
      .system('test')
      .write((client) => client.generatedLink.findUniqueOrThrow({ where: { slug: 'demo' } }))
    const old = makeToken(services.keys, link.id, Date.now() - 31 * 24 * 60 * 60 * 1000)
    const token = await openFormSession(url)
    const forged = token.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (const formSubmissionId of [old, forged, 'nonsense', token.split('.')[0]]) {
      const { status, body } = await refuses(payload({ formSubmissionId }))
      expect([status, body.code]).toEqual([400, 'session_expired'])
    }
  })

  it('fields the company switched off are neither required nor stored', async () => {
    const company = await makeCompany(services, {
      appEditorSettings: JSON.stringify({ businessInfo: { fax: false, businessPhone: false } }),
    })
    const link = await makeLink(services, company.id)
    const { status, body } = await post(
      payload({ generatedLinkSlug: link.slug, businessPhone: undefined, fax: '1' }),
    )
    expect(status).toBe(200)
    expect(await submissions({ companyId: company.id })).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('fax')
  })
})
