import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import type { Permission } from '#domain/permissions'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
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

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const link = await makeLink(services, company.id, { userId: boss.id })
const keyWith = (permissions: Permission[], companyId = company.id, userId = boss.id) =>
  makeApiKey(services, userId, permissions, { companyId })
const key = await keyWith(['page:forms', 'submission:update'])
const maker = await keyWith(['submission:create'])
const system = services.db.system('test')

const { signer1Signature: _drawn, ...whole } = fullApplication()
const answers = Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('signer')))
const byKey = async (more: object = {}): Promise<string> => {
  const body = { slug: link.slug, answers, ...more }
  const sent = await call(url, 'POST', '/form/submissions', { token: maker, body })
  return (sent.body.data as { id: string }).id
}
const byForm = async (): Promise<string> =>
  (await submitApplication(url, undefined, {}, link.slug)).body.data?.id ?? ''
const update = async (id: string, body: object, token = key, headers = {}) => {
  const answer = await call(url, 'PUT', `/form/submissions/${id}`, { token, body, headers })
  return {
    status: answer.status,
    body: answer.body,
    data: (answer.body.data ?? {}) as Record<string, unknown>,
  }
}
const patch = async (id: string, body: object, headers: Record<string, string> = {}, token = key) => {
  const answer = await fetch(`${url}/api/v1/submissions/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/merge-patch+json',
      ...headers,
    },
  })
  return { status: answer.status, tag: answer.headers.get('etag'), body: (await answer.json()) as Record<string, unknown> } // prettier-ignore
}
const read = async (id: string) =>
  (await call(url, 'GET', `/form/submissions/${id}`, { token: key })).body.data as Record<string, unknown>
const found = async (externalId: string): Promise<unknown[]> => {
  const filter = encodeURIComponent(JSON.stringify({ externalId }))
  const { body } = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: key })
  return (body.data as { id: string }[]).map(({ id }) => id)
}
const events = async (id: string) => {
  const about = { submissionId: id, type: 'submission.updated' }
  return system.read((client) => client.event.findMany({ where: about, select: { data: true } }))
}
const entries = async (id: string) => {
  const about = { objectId: id, act: 'submission-updated' }
  return system.read((client) => client.auditEntry.findMany({ where: about, orderBy: { id: 'asc' } }))
}

describe.each([
  ['by key', byKey],
  ['by the form', byForm],
])('an application that came %s', (_way, make) => {
  it('takes the id and the texts of another system, and gives them up', async () => {
    const id = await make()
    const externalId = `crm-${id}`
    const named = await update(id, { externalId, metadata: { stage: 'Seen', tier: 'A' } })
    expect([named.status, named.data]).toMatchObject([
      200,
      { id, externalId, metadata: { stage: 'Seen', tier: 'A' } },
    ])
    expect(await read(id)).toMatchObject({ externalId, metadata: { stage: 'Seen', tier: 'A' } })
    expect(await found(externalId)).toEqual([id])
    expect((await update(id, { metadata: {} })).data).toMatchObject({ externalId, metadata: {} })
    expect((await update(id, { externalId: null })).data.externalId).toBeNull()
    expect(await found(externalId)).toEqual([])
  })

  it('takes them by a merge patch, with tags', async () => {
    const id = await make()
    const first = await patch(id, { metadata: { a: '1', b: '2' }, externalId: `patched-${id}` })
    expect([first.status, first.body]).toMatchObject([200, { metadata: { a: '1', b: '2' } }])
    const second = await patch(id, { metadata: { a: null, c: '3' } }, { 'if-match': first.tag ?? '' })
    expect([second.status, second.body]).toMatchObject([
      200,
      { externalId: `patched-${id}`, metadata: { b: '2', c: '3' } },
    ])
    expect((await patch(id, { metadata: { d: '4' } }, { 'if-match': first.tag ?? '' })).status).toBe(412)
    expect(
      (await patch(id, { externalId: null }, { 'if-match': second.tag ?? '' })).body.externalId,
    ).toBeNull()
    expect((await update(id, { metadata: {}, updatedAt: first.body.updatedAt })).status).toBe(409)
  })
})

describe('a changed external id', () => {
  it('is a 409 where another submission has it, and taken from a form that is not sent yet', async () => {
    const [one, other] = [await byKey({ externalId: 'taken' }), await byKey()]
    const refused = await update(other, { externalId: 'taken', metadata: { a: '1' } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['externalId']])
    expect(await read(other)).toMatchObject({ externalId: null, metadata: {} })
    expect((await update(one, { externalId: 'taken' })).status).toBe(200)
    const open = await openFormSession(url, link.slug)
    const where = { id: open.split('.')[0] ?? '' }
    await call(url, 'PUT', '/form/session/draft', {
      headers: { 'x-form-session': open },
      body: { values: answers, revision: 1 },
    })
    const draft = system.write((tx) => tx.formSession.updateMany({ where, data: { externalId: 'draft' } }))
    expect(await draft).toEqual({ count: 1 })
    expect((await update(other, { externalId: 'draft' })).status).toBe(200)
    const raced = await Promise.all([one, other].map((id) => update(id, { externalId: 'raced' })))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is that of its company alone', async () => {
    const id = await byKey({ externalId: 'mine' })
    const other = await makeCompany(services)
    const theirs = await makeCompanyAdmin(services, other.id)
    const foreign = await keyWith(['page:forms', 'submission:update'], other.id, theirs.id)
    const [out, none] = [await update(id, { externalId: 'x' }, foreign), await update('none', { externalId: 'x' }, foreign)] // prettier-ignore
    expect([out.status, out.body]).toEqual([404, none.body])
    expect((await patch(id, { metadata: { a: '1' } }, {}, foreign)).status).toBe(404)
    expect(await read(id)).toMatchObject({ externalId: 'mine', metadata: {} })
  })

  it('needs submission:update, and a role that shows the submission', async () => {
    const id = await byKey()
    for (const permissions of [
      ['page:forms'],
      ['submission:update'],
      ['submission:create', 'page:forms'],
    ] as Permission[][])
      expect((await update(id, { externalId: 'x' }, await keyWith(permissions))).status).toBe(403)
    const role = await makeRole(services, {
      companyId: company.id,
      permissions: ['page:forms', 'submission:update'],
    })
    await system.write((tx) => tx.role.update({ where: { id: role.id }, data: { scope: 'own' } }))
    const agent = await makeUser(services, { companyId: company.id, roleId: role.id })
    const narrow = await keyWith(['page:forms', 'submission:update'], company.id, agent.id)
    expect((await update(id, { externalId: 'x' }, narrow)).status).toBe(404)

    const open = await openFormSession(url, link.slug)
    await call(url, 'PUT', '/form/session/draft', {
      headers: { 'x-form-session': open },
      body: { values: answers, revision: 1 },
    })
    await system.write(async (tx) => {
      await tx.submissionDesk.update({ where: { id }, data: { ownerId: agent.id } })
      await tx.formSession.update({
        where: { id: open.split('.')[0] ?? '' },
        data: { externalId: 'drafted' },
      })
    })
    expect((await update(id, { externalId: 'free' }, narrow)).status).toBe(200)
    expect((await update(id, { externalId: 'drafted' }, narrow)).status).toBe(409)
    expect((await update(id, { externalId: 'drafted' })).status).toBe(200)
  })

  it('keeps the limits of new ones', async () => {
    const id = await byKey()
    const bodies = [
      { externalId: 'x'.repeat(201) },
      { externalId: 'a\u0000b' },
      { metadata: { a: 1 } },
      { metadata: { a: 'x'.repeat(501) } },
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, ''])) },
      { nmae: 'x' },
    ]
    for (const body of bodies) expect([body, (await update(id, body)).status]).toEqual([body, 400])
  })
})

describe('other fields', () => {
  it('are taken as they were read, also where a job has changed them since', async () => {
    const id = await byKey()
    const asRead = await read(id)
    await system.write((tx) => tx.submissionDesk.update({ where: { id }, data: { pdfState: 'failed' } }))
    const { status, data } = await update(id, { ...asRead, externalId: `whole-${id}` })
    expect([status, data]).toMatchObject([
      200,
      { ...asRead, externalId: `whole-${id}`, updatedAt: data.updatedAt, pdfState: 'failed' },
    ])
  })

  it.each([
    ['status', 'approved', 'PUT /form/submissions/{id}/status'],
    ['owner', { id: 'x', name: 'X' }, 'PUT /form/submissions/{id}/owner'],
    ['onHold', true, 'PUT /form/submissions/{id}/hold'],
    ['answers', { legalName: 'Other' }, 'leave it out'],
  ])('%s is refused with the call that changes it', async (field, value, named) => {
    const { status, body } = await update(await byKey(), { [field]: value, externalId: 'never' })
    expect([status, body.fields]).toEqual([400, { [field]: expect.stringContaining(named) as unknown }])
    expect(await found('never')).toEqual([])
  })
})

it('logs and sends each change once, without its texts', async () => {
  const id = await byKey()
  const secret = 'Planted-Metadata-4711'
  await update(id, { externalId: 'told', metadata: { note: secret } })
  await update(id, { externalId: 'told', metadata: { note: secret } })
  await update(id, {})
  expect(await events(id)).toEqual([{ data: { actor: 'key' } }])
  const logged = await entries(id)
  expect(logged.map(({ detail }) => detail)).toEqual([
    { before: { externalId: null, metadata: null }, after: { externalId: 'changed', metadata: 'changed' } },
  ])
  const session = await system.read((client) => client.formSession.findUniqueOrThrow({ where: { id } }))
  const stored = Buffer.from(session.metadata ?? []).toString('latin1')
  expect(stored.length).toBeGreaterThan(0)
  expect(stored + JSON.stringify(logged.map(({ detail }) => detail))).not.toContain(secret)
  const list = await call(url, 'GET', '/form/submissions', { token: key })
  expect(JSON.stringify(list.body)).not.toContain(secret)
})
