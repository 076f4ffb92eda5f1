import { DEFAULT_TIME_ZONE, dayInZone } from '#domain/time-zone'
import { READ_LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { describe, expect, it } from 'vitest'
import { call, makeUser } from '../../test/support/factories.ts'
import { startAuditTests } from './audit.fixture.ts'

const { url, services, admin, alpha, beta, view, openDocument, log } = await startAuditTests()

describe('GET /audit/people', () => {
  const people = async (filter: object, token = admin, range = [0, 24]) => {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) })
    const { status, body, headers } = await call(url, 'GET', `/audit/people?${search}`, { token })
    return { status, rows: body.data, of: headers.get('content-range') }
  }

  it('finds whoever has entries, deactivated and deleted users told apart, a page at a time', async () => {
    const entry = (actor: { id: string; name: string }) =>
      services.db
        .system('test')
        .write((client) =>
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
    await services.db.system('test').write((client) => client.user.delete({ where: { id: deleted.id } }))
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

  it('is searched in so many entries only, which other filters narrow', async () => {
    const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
    services.readLimits.entries = 1
    try {
      const search = async (filter: object, token = admin) => {
        const { status, body } = await log(token, { filter: { q: 'administ', ...filter } })
        return [status, body.fields]
      }
      const refused = [400, { 'filter.q': serverMessages.narrower.entries(1) }]
      for (const filter of [{}, { act: 'sign-in' }, { companyId: beta.company.id }, { from: today }])
        expect(await search(filter)).toEqual(refused)
      expect(await search({}, beta.token)).toEqual(refused)
      const narrow = [{ submission: beta.submission }, { objectId: beta.document }, { companyId: 'none' }]
      for (const filter of [...narrow, { to: '2020-01-01' }, { actorId: 'nobody' }])
        expect(await search(filter)).toEqual([200, undefined])
      expect((await log(admin)).status).toBe(200)
      const query = new URLSearchParams({ filter: JSON.stringify({ q: 'administ' }) })
      expect((await call(url, 'GET', `/audit/export?${query}`, { token: admin })).status).toBe(400)
    } finally {
      services.readLimits.entries = READ_LIMITS.entries
    }
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
    const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
    expect((await acts(today, ['at'])).size).toBeGreaterThan(1)
    expect((await acts('1999', ['at'])).size).toBe(0)
  })
})

describe('GET /audit/get/{id}', () => {
  const entry = (id: string, token: string) => call(url, 'GET', `/audit/get/${id}`, { token })

  it('is the entry as the list has it, over tRPC too', async () => {
    await view(alpha.submission, alpha.token)
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
