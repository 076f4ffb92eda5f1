import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { serverMessages } from '#domain/messages/server'
import type { Permission } from '#domain/permissions'
import { submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
} from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'

const { url, services } = await startTestServer({ seedDemo: false, rateLimit: true })
const company = await makeCompany(services, { nameOut: 'Acme Funding' })
const boss = await makeCompanyAdmin(services, company.id)
const link = await makeLink(services, company.id, { userId: boss.id })
const keyWith = (permissions: Permission[], companyId = company.id, userId = boss.id) =>
  makeApiKey(services, userId, permissions, { companyId })
const key = await keyWith(['submission:create'])
const full = await keyWith(['page:forms', 'submission:create', 'submission:reveal', 'submission:update'])

const { signer1Signature, ...whole } = fullApplication()
const answers = Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('signer')))
const send = (body: object = {}, token = key, headers = {}) =>
  call(url, 'POST', '/form/submissions', { token, headers, body: { slug: link.slug, answers, ...body } })
const idOf = ({ body }: Awaited<ReturnType<typeof send>>) => (body.data as { id: string }).id
const rows = () => services.db.system('test').read((client) => client.formSession.count())

describe('an application by key', () => {
  it('is stored unsigned, with what the program tells beside the address of the call', async () => {
    const applicant = { ip: '198.51.100.24', userAgent: 'Safari', language: 'es' }
    const sent = await send({ applicant, externalId: 'crm-1', metadata: { campaign: 'spring' } }, full)
    expect(sent).toMatchObject({
      status: 200,
      body: { data: { signed: false, masked: false, externalId: 'crm-1' } },
    })
    const record = await call(url, 'GET', `/form/submissions/${idOf(sent)}`, { token: full })
    expect(record.body.data).toMatchObject({
      clientIp: '127.0.0.1',
      applicant: { ...applicant, by: expect.stringContaining('API key of') },
      metadata: { campaign: 'spring' },
      externalId: 'crm-1',
      signed: false,
      signing: null,
    })
    const { rows: stored } = await services.db.connections.system.pool.query(
      `SELECT to_jsonb(s) AS row FROM "FormSession" s UNION ALL SELECT to_jsonb(d) FROM "SubmissionDesk" d`,
    )
    expect(JSON.stringify(stored)).not.toMatch(/spring|198\.51|Safari/)
    const entries = await services.db
      .system('test')
      .read((client) => client.auditEntry.findMany({ where: { objectId: idOf(sent) } }))
    expect(entries.map(({ act }) => act)).toContain('submission-entered')
  })

  it('is masked for a key without submission:reveal, which may create by its permission alone', async () => {
    const { body } = await send()
    expect(body.data).toMatchObject({ masked: true })
    expect(JSON.stringify(body)).not.toContain('123-45-6789')
    const refused = await send({}, await keyWith(['page:forms']))
    expect(refused).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('submission:create') },
    })
  })

  it('tries no number of others: who entered it and may reveal none is told of no match', async () => {
    const [first, rights] = [await send(), ['page:forms', 'submission:create'] as const]
    const guess = await send({}, await keyWith([...rights]))
    const matches = async (token: string) => {
      const viewed = await call(url, 'POST', `/form/submissions/${idOf(guess)}/views`, { token })
      return (viewed.body.data as { duplicates: { id: string }[] }).duplicates.map(({ id }) => id)
    }
    expect(await matches(await keyWith([...rights]))).toEqual([])
    for (const scope of ['own', 'company'] as const) {
      const role = await makeRole(services, { companyId: company.id, permissions: [...rights] })
      const data = { scope }
      await services.db.system('test').write((tx) => tx.role.update({ where: { id: role.id }, data }))
      const user = await makeUser(services, { companyId: company.id, roleId: role.id })
      const own = await makeLink(services, company.id, { userId: user.id })
      const mine = await keyWith([...rights], company.id, user.id)
      await send({ slug: own.slug }, mine)
      const { body } = await send({ slug: own.slug }, mine)
      const view = `/form/submissions/${(body.data as { id: string }).id}/views`
      expect((await call(url, 'POST', view, { token: mine })).body.data).toMatchObject({ duplicates: [] })
    }
    const colleague = await makeCompanyAdmin(services, company.id)
    expect(await matches(await keyWith(['page:forms'], company.id, colleague.id))).toContain(idOf(first))
    expect(await matches(full)).toContain(idOf(first))
  })

  it('names every problem at once, and refuses drawn signatures with what to do instead', async () => {
    const before = await rows()
    const sent = await send({ answers: { ...answers, legalName: '', email: 'none', signer1Signature } })
    expect(sent.status).toBe(400)
    expect(Object.keys(sent.body.fields as object).sort()).toEqual([
      'answers.email',
      'answers.legalName',
      'answers.signer1Signature',
    ])
    expect(JSON.stringify(sent.body.fields)).toContain('signature-requests')
    expect(await send({ answers: { ...answers, colour: 'blue' } })).toMatchObject({ status: 400 })
    const shaped = await send({ answers: { ...answers, startDate: '3/4/20', state: 'ZZ', style: 'Ltd' } })
    expect(shaped.body.fields).toMatchObject({
      'answers.startDate': expect.stringContaining('YYYY-MM-DD'),
      'answers.state': expect.stringContaining('NY'),
      'answers.style': expect.stringContaining('Sole Proprietor'),
    })
    expect((await send({ answers: {} })).status).toBe(400)
    expect(await rows()).toBe(before)
  })

  it('goes to links of the own company alone', async () => {
    const other = await makeCompany(services)
    const foreign = await makeLink(services, other.id, { closedAt: new Date() })
    const unknown = await send({ slug: 'nowhere' })
    expect(unknown.status).toBe(404)
    expect((await send({ slug: foreign.slug })).body).toEqual(unknown.body)
    const closed = await makeLink(services, company.id, { closedAt: new Date() })
    expect((await send({ slug: closed.slug })).status).toBe(409)
  })

  it('is made once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const first = await send({}, key, headers)
    const again = await send({}, key, headers)
    expect(idOf(again)).toBe(idOf(first))
    expect((await send({ metadata: { a: 'b' } }, key, headers)).status).toBe(422)
  })

  it('takes no externalId that another has, and leaves nothing of the try', async () => {
    const first = await send({ externalId: 'taken' })
    const before = await rows()
    const second = await send({ externalId: 'taken' })
    expect(second).toMatchObject({ status: 409, body: { error: serverMessages.createSubmission.taken } })
    expect(await rows()).toBe(before)
    const all = await Promise.all(Array.from({ length: 5 }, () => send({ externalId: 'raced' })))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const filter = JSON.stringify({ externalId: 'taken' })
    const { body } = await call(url, 'GET', `/form/submissions?filter=${encodeURIComponent(filter)}`, {
      token: full,
    })
    expect(body).toMatchObject({ total: 1, data: [{ id: idOf(first), externalId: 'taken' }] })
  })
})

describe('an externalId that a prefilled form carries', () => {
  const submit = (externalId: string) => submitApplication(url, undefined, { externalId }, link.slug)
  const externalIdOf = async (id = '') =>
    (
      await services.db
        .system('test')
        .read((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))
    ).externalId

  it('is kept, and left out where it is taken or no id', async () => {
    const ids = ['form-1', 'form-1', 'x'.repeat(300), 'a\u0000b', ' ']
    const kept = []
    for (const each of ids) {
      const { status, body } = await submit(each)
      expect(status).toBe(200)
      kept.push(await externalIdOf(body.data?.id))
    }
    expect(kept).toEqual(['form-1', null, null, null, null])
  })

  it('never fails or delays others that are accepted with it', async () => {
    const answersOf = await Promise.all(
      Array.from({ length: 12 }, (_, at) => submit(at % 2 ? 'same' : `own-${at}`)),
    )
    expect(answersOf.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  })
})

describe('a file that a key sends first', () => {
  const put = (token: string, fields = {}) =>
    upload(url, {
      path: '/documents/upload',
      name: 'october.pdf',
      fields,
      headers: { authorization: `Bearer ${token}` },
    })

  it('is used once, by its key, and stands in no list before', async () => {
    const { id } = (await put(full)).body.data as { id: string }
    const files = (path: string) => call(url, 'GET', path, { token: full })
    expect((await files(`/documents/company/${company.id}`)).body).toMatchObject({ total: 0 })
    expect(
      (await fetch(`${url}/api/documents/document/${id}`, { headers: { authorization: `Bearer ${full}` } }))
        .status,
    ).toBe(404)
    expect(await send({ documentIds: [id] })).toMatchObject({
      status: 400,
      body: { fields: { documentIds: expect.stringContaining(id) } },
    })
    const sent = await send({ documentIds: [id] }, full)
    expect(sent).toMatchObject({ status: 200, body: { data: { documentCount: 1 } } })
    expect((await files(`/documents/form-submission/${idOf(sent)}`)).body).toMatchObject({
      total: 1,
      data: [{ id, originalFilename: 'october.pdf', later: false }],
    })
    expect(
      (await fetch(`${url}/api/documents/document/${id}`, { headers: { authorization: `Bearer ${full}` } }))
        .status,
    ).toBe(200)
    expect((await send({ documentIds: [id] }, full)).status).toBe(400)
  })

  it('needs submission:create', async () => {
    expect((await put(await keyWith(['page:forms']))).status).toBe(403)
    expect((await upload(url, { path: '/documents/upload', name: 'a.pdf' })).status).toBe(401)
  })
})
