import { DEFAULT_TIME_ZONE, dayInZone } from '#domain/time-zone'
import { beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { parseCsv } from '../../test/support/csv.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'
import type { AuditRow } from './audit.schema.ts'

const { url, services } = await startTestServer()

/** A company with an administrator who is signed in, and an application with a document. */
async function tenant(name: string) {
  const company = await makeCompany(services, { nameOut: name })
  const user = await makeCompanyAdmin(services, company.id)
  const link = await makeLink(services, company.id, { userId: user.id })
  const session = await openFormSession(url, link.slug)
  const uploaded = await upload(url, { headers: { 'x-form-session': session } })
  const { id: document } = uploaded.body.data as { id: string }
  const submitted = await submitApplication(url, session, { legalName: `${name} Bakery` }, link.slug)
  const submission = submitted.body.data?.id ?? ''
  return { company, user, link, document, submission, token: await signIn(url, user.email) }
}

let admin = ''
let alpha: Awaited<ReturnType<typeof tenant>>
let beta: Awaited<ReturnType<typeof tenant>>
beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  alpha = await tenant('Alpha')
  beta = await tenant('Beta')
})

const view = (id: string, token: string) => call(url, 'POST', `/form/submissions/${id}/views`, { token })
const openDocument = (id: string, token: string, query = '') =>
  fetch(`${url}/api/documents/document/${id}${query}`, { headers: { authorization: `Bearer ${token}` } })

async function log(token: string, query: Record<string, unknown> = {}) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
  const answer = await call(url, 'GET', `/audit/get?${search.toString()}`, { token })
  const rows = (answer.body.data ?? []) as AuditRow[]
  return { ...answer, rows, acts: rows.map(({ act }) => act) }
}

describe('GET /audit/people', () => {
  const people = async (filter: object, token = admin, range = [0, 24]) => {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) })
    const { status, body, headers } = await call(url, 'GET', `/audit/people?${search}`, { token })
    return { status, rows: body.data, of: headers.get('content-range') }
  }

  it('finds whoever has entries, deactivated and deleted users told apart, a page at a time', async () => {
    const entry = (actor: { id: string; name: string }) =>
      asSystem(services.db, 'test', (client) =>
        client.auditEntry.create({ data: { actorId: actor.id, actorName: actor.name, act: 'sign-out' } }),
      )
    const [stays, left, deleted, silent] = [
      await makeUser(services, { name: 'Person 0%_ stays' }),
      await makeUser(services, { name: 'PERSON 0%_ left', active: false }),
      await makeUser(services, { name: 'Person 0%_ deleted' }),
      await makeUser(services, { name: 'Person 0%_ without a trace' }),
    ]
    await entry(stays)
    await entry(left)
    await entry({ ...deleted, name: 'Called otherwise before' })
    await entry(deleted)
    await asSystem(services.db, 'test', (client) => client.user.delete({ where: { id: deleted.id } }))
    const all = [
      { id: left.id, name: 'PERSON 0%_ left', state: 'inactive' },
      { id: deleted.id, name: 'Person 0%_ deleted', state: 'deleted' },
      { id: stays.id, name: 'Person 0%_ stays', state: 'active' },
    ]
    const found = await people({ q: 'person 0%_' })
    expect(found).toEqual({ status: 200, rows: expect.arrayContaining(all), of: 'audit-people 0-2/3' })
    expect(found.rows).toHaveLength(3)
    expect(await people({ q: 'person 0%_' }, admin, [1, 1])).toMatchObject({
      rows: [(found.rows as object[])[1]],
      of: 'audit-people 1-1/3',
    })
    expect((await people({ id: [deleted.id, 'nobody'] })).rows).toEqual([all[1]])
    expect((await people({})).rows).not.toContainEqual(expect.objectContaining({ id: silent.id }))
    expect((await log(admin, { filter: { actorId: deleted.id } })).rows[0]).toMatchObject({
      actor: { id: deleted.id, name: 'Person 0%_ deleted' },
    })
  })

  it("is the admins'", async () => {
    expect((await people({}, alpha.token)).status).toBe(403)
  })
})

describe('opening an application', () => {
  it('shows it masked, with its link, and is written down each time', async () => {
    const { status, body } = await view(alpha.submission, alpha.token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: alpha.submission,
      company: { id: alpha.company.id, nameOut: 'Alpha' },
      generatedLink: { id: alpha.link.id, slug: alpha.link.slug },
    })
    expect(JSON.stringify(body)).toContain('***-**-6789')
    expect(JSON.stringify(body)).not.toMatch(/123-45-6789|base64/)
    await view(alpha.submission, alpha.token)
    const { rows } = await log(alpha.token, {
      filter: { act: 'submission-viewed', objectId: alpha.submission },
    })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      companyId: alpha.company.id,
      actor: { id: alpha.user.id, name: alpha.user.name },
      objectType: 'submission',
      ip: '127.0.0.1',
    })
  })

  it("is not there for another company's, and leaves no trace", async () => {
    const foreign = await view(alpha.submission, beta.token)
    const missing = await view('nothing', beta.token)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await call(url, 'POST', `/form/submissions/${alpha.submission}/views`)).status).toBe(401)
    expect((await log(admin, { filter: { actorId: beta.user.id, act: 'submission-viewed' } })).rows).toEqual(
      [],
    )
  })

  it('is not what a list does, not even of that one row', async () => {
    const before = (await log(admin, { filter: { submission: beta.submission } })).body.total
    const filter = encodeURIComponent(JSON.stringify({ id: beta.submission }))
    const { body } = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: beta.token })
    expect(body).toMatchObject({ total: 1, data: [{ id: beta.submission }] })
    const foreign = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: alpha.token })
    expect(foreign.body).toMatchObject({ total: 0, data: [] })
    expect((await log(admin, { filter: { submission: beta.submission } })).body.total).toBe(before)
  })
})

describe('the log', () => {
  it('has under a submission what was done with it and with its documents, newest first', async () => {
    const { token, submission, document } = beta
    await view(submission, token)
    await call(url, 'GET', `/form/submissions/${submission}`, { token })
    await openDocument(document, token)
    await openDocument(document, admin, '?download=1')
    const { rows, acts } = await log(token, { filter: { submission } })
    expect(acts).toEqual(['document-viewed', 'document-viewed', 'submission-revealed', 'submission-viewed'])
    expect(rows[0]).toMatchObject({
      actor: { name: 'Administrator' },
      objectType: 'document',
      objectId: document,
      detail: { submission, download: true },
    })
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
  })

  it('is paged, counted, sorted and searched', async () => {
    const filter = { submission: beta.submission }
    const all = await log(admin, { filter })
    const page = await log(admin, { filter, range: [1, 2] })
    expect(page.rows).toEqual(all.rows.slice(1, 3))
    expect(page.headers.get('content-range')).toBe(`audit 1-2/${all.rows.length}`)
    expect((await log(admin, { filter, sort: ['at', 'ASC'] })).rows).toEqual(all.rows.toReversed())
    expect((await log(admin, { filter: { ...filter, q: 'administ', columns: ['actor'] } })).acts).toEqual([
      'document-viewed',
    ])
    expect((await log(admin, { filter: { ...filter, q: '%' } })).rows).toEqual([])
    expect((await log(admin, { filter: { q: beta.document, columns: ['object'] } })).rows).toHaveLength(2)
  })

  it('is asked for a stretch of time, a day up to its end', async () => {
    const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
    const { length } = (await log(admin, { filter: { submission: beta.submission } })).rows
    const between = async (from: string, to: string) =>
      (await log(admin, { filter: { submission: beta.submission, from, to } })).rows.length
    expect(await between(today, today)).toBe(length)
    expect(await between('2020-01-01', '2020-12-31T23:59:59Z')).toBe(0)
    const { status, body } = await log(admin, { filter: { from: 'yesterday' } })
    expect([status, body.error]).toEqual([
      400,
      'filter.from must be a day or a time with its offset, such as 2026-11-21 or 2026-11-21T09:30:00Z.',
    ])
  })

  it('refuses what it does not know', async () => {
    for (const filter of [{ act: 'nothing' }, { company: alpha.company.id }, { objectId: 7 }])
      expect((await log(admin, { filter })).status).toBe(400)
  })
})

describe('for people to read', () => {
  it('names companies, users and links while they are there, and never an applicant', async () => {
    const [viewed] = (await log(admin, { filter: { submission: beta.submission } })).rows
    expect(viewed).toMatchObject({ companyId: beta.company.id, companyName: beta.company.nameIn })
    expect(viewed?.objectName).toBe('')
    const [signedIn] = (await log(admin, { filter: { actorId: beta.user.id, act: 'sign-in' } })).rows
    expect(signedIn).toMatchObject({ objectType: 'user', objectName: beta.user.name })
    // Staff are told of their own company, and of nobody else's.
    const { rows } = await log(beta.token)
    expect(new Set(rows.map(({ companyName }) => companyName))).toEqual(new Set([beta.company.nameIn]))
  })

  it('is searched by what is shown: acts by their sentences, times by the beginning of their date', async () => {
    const acts = async (q: string, columns: string[]) =>
      new Set((await log(admin, { filter: { q, columns, actorId: beta.user.id } })).acts)
    expect(await acts('full values', ['act'])).toEqual(new Set(['submission-revealed']))
    expect(await acts('OPENED THE SUB', ['act'])).toEqual(new Set(['submission-viewed']))
    const today = new Date().toISOString().slice(0, 10)
    expect((await acts(today, ['at'])).size).toBeGreaterThan(1)
    expect((await acts('1999', ['at'])).size).toBe(0)
  })
})

describe('GET /audit/get/{id}', () => {
  const entry = (id: string, token: string) => call(url, 'GET', `/audit/get/${id}`, { token })

  it('is the entry as the list has it, over tRPC too', async () => {
    const [listed] = (await log(alpha.token)).rows
    expect((await entry(listed?.id ?? '', alpha.token)).body).toEqual({ status: 'success', data: listed })
    const input = encodeURIComponent(JSON.stringify({ id: listed?.id }))
    const answer = await fetch(`${url}/api/trpc/audit.getById?input=${input}`, {
      headers: { authorization: `Bearer ${alpha.token}` },
    })
    expect(await answer.json()).toMatchObject({ result: { data: { data: listed } } })
  })

  it('is not there for those whose list does not have it', async () => {
    const [foreign] = (await log(beta.token)).rows
    const [signIn] = (await log(admin, { filter: { actorId: alpha.user.id, act: 'sign-in' } })).rows
    for (const id of [foreign?.id ?? '', signIn?.id ?? ''])
      expect([(await entry(id, admin)).status, (await entry(id, alpha.token)).status]).toEqual([200, 404])
  })

  it.each(['0', '-1', '1.5', '1e3', 'x', '9223372036854775807', '9223372036854775808', '9'.repeat(64)])(
    'is not found under the id %s',
    async (id) => {
      expect(await entry(id, admin)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )
})

describe('an export', () => {
  const exported = (token: string, query: Record<string, unknown> = {}) =>
    fetch(
      `${url}/api/audit/export?${new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)])),
      )}`,
      { headers: { authorization: `Bearer ${token}` } },
    )

  it('holds what the filters show, newest first, and is written down', async () => {
    const filter = { actorId: beta.user.id, objectType: 'submission' }
    const shown = (await log(admin, { filter })).rows
    const answer = await exported(admin, { filter, sort: ['actor', 'ASC'] })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-/)
    const [head, ...rows] = parseCsv(await answer.text())
    expect(head?.slice(0, 5)).toEqual(['Number', 'Time (UTC)', 'Person', 'Id of the person', 'Act'])
    expect(rows.map(([id]) => id)).toEqual(shown.map(({ id }) => id))
    expect(rows[0]?.slice(1, 5)).toEqual([
      shown[0]?.at,
      beta.user.name,
      beta.user.id,
      expect.stringMatching(/submission|values/),
    ])
    const [entry] = (await log(admin, { filter: { act: 'audit-exported' } })).rows
    expect(entry).toMatchObject({
      actor: { name: 'Administrator' },
      objectType: 'audit',
      detail: { rows: shown.length, searched: false, ...filter },
    })
  })

  it('neutralises what a spreadsheet would run, and goes on past a batch', async () => {
    await asSystem(services.db, 'test', (client) =>
      client.auditEntry.createMany({
        data: Array.from({ length: 501 }, () => ({ act: 'sign-out', actorName: '=1+1', ip: '192.0.2.1' })),
      }),
    )
    const text = await (await exported(admin, { filter: { q: '192.0.2.1', columns: ['ip'] } })).text()
    const rows = parseCsv(text).slice(1)
    expect(rows).toHaveLength(501)
    expect(new Set(rows.map(([, , name]) => name))).toEqual(new Set(["'=1+1"]))
    expect((await log(admin, { filter: { act: 'audit-exported' } })).rows[0]?.detail).toEqual({
      rows: 501,
      searched: true,
    })
  })

  it('is for admins', async () => {
    expect((await exported(alpha.token)).status).toBe(403)
    expect((await fetch(`${url}/api/audit/export`)).status).toBe(401)
    expect((await exported(admin, { filter: { nothing: 1 } })).status).toBe(400)
  })
})

describe('what somebody is refused', () => {
  const trpc = (name: string, token: string) =>
    fetch(`${url}/api/trpc/${name}`, { headers: { authorization: `Bearer ${token}` } })

  it('is written down with the call, once a minute for each, and never with what was sent', async () => {
    const role = await makeRole(services, { permissions: [], companyId: alpha.company.id })
    const user = await makeUser(services, {
      name: 'Nosy Parker',
      roleId: role.id,
      companyId: alpha.company.id,
    })
    const token = await signIn(url, user.email)
    for (let times = 0; times < 3; times++) {
      expect((await call(url, 'GET', `/form/submissions/${alpha.submission}`, { token })).status).toBe(403)
      expect((await openDocument(alpha.document, token)).status).toBe(403)
      expect((await trpc('form.submissions', token)).status).toBe(403)
    }
    const { rows } = await log(admin, { filter: { actorId: user.id, act: 'refused' }, sort: ['at', 'ASC'] })
    const entry = {
      companyId: alpha.company.id,
      actor: { id: user.id, name: 'Nosy Parker' },
      objectType: 'call',
      ip: '127.0.0.1',
      detail: {},
    }
    expect(rows).toMatchObject([
      { ...entry, objectId: 'GET /api/form/submissions/:id' },
      { ...entry, objectId: 'GET /api/documents/document/:id' },
      { ...entry, objectId: 'trpc form.submissions' },
    ])
  })

  it('but not what nobody was signed in for, nor what is not there', async () => {
    const refused = async () => (await log(admin, { filter: { act: 'refused' } })).body.total
    const before = await refused()
    expect((await call(url, 'GET', '/user/get')).status).toBe(401)
    expect((await view('nothing', alpha.token)).status).toBe(404)
    expect(await refused()).toBe(before)
  })
})

describe('who reads it', () => {
  it('staff: of their own company, and only what concerns submissions and documents', async () => {
    const own = await log(alpha.token)
    expect(own.rows.length).toBeGreaterThan(0)
    expect(new Set(own.rows.map(({ companyId }) => companyId))).toEqual(new Set([alpha.company.id]))
    expect(own.acts).not.toContain('sign-in')
    for (const filter of [
      { act: 'sign-in' },
      { objectType: 'user' },
      { submission: beta.submission },
      { objectId: beta.document },
    ])
      expect((await log(alpha.token, { filter })).body).toMatchObject({ data: [], total: 0 })
  })

  it('admins: all of it', async () => {
    const { rows } = await log(admin)
    const companies = new Set(rows.map(({ companyId }) => companyId))
    for (const id of [alpha.company.id, beta.company.id]) expect(companies).toContain(id)
    expect((await log(admin, { filter: { act: 'sign-in' } })).rows.length).toBeGreaterThan(0)
  })

  it('nobody else', async () => {
    const role = await makeRole(services, { permissions: ['page:main'], companyId: alpha.company.id })
    const { email } = await makeUser(services, { roleId: role.id, companyId: alpha.company.id })
    const token = await signIn(url, email)
    expect((await log(token)).status).toBe(403)
    expect((await view(alpha.submission, token)).status).toBe(403)
    expect((await call(url, 'GET', '/audit/get')).status).toBe(401)

    const stray = await makeRole(services, { permissions: ['page:forms', 'userType:company'] })
    const user = await makeUser(services, { roleId: stray.id })
    expect((await log(await signIn(url, user.email))).body).toMatchObject({ data: [], total: 0 })
  })

  it('finds what was written about a submission by an index', async () => {
    const plan = await asSystem(
      services.db,
      'test',
      (client) => client.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN SELECT * FROM "AuditEntry"
        WHERE ("objectType" = 'submission' AND "objectId" = ${beta.submission})
        OR ("objectType" = 'document' AND "objectId" IN (${beta.document}))`,
    )
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(
      'AuditEntry_objectType_objectId_id_idx',
    )
  })
})
