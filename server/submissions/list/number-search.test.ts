import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { throttle } from '../../auth/throttle.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { testDatabase } from '../../test/support/database.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

/** Tax IDs and SSNs are found by one call that is counted and recorded, and by nothing else. */

const shared = {
  rateLimit: true,
  databaseUrl: (await testDatabase()).url,
  encryptionKey: Buffer.alloc(32, 7),
  seedDemo: false,
}
const { url, services, log } = await startTestServer(shared)
const second = await startTestServer(shared)
const { db } = services

const SSN = '314-15-9265'
const TAX_ID = '27-1828182'
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

async function tenant(nameOut: string) {
  const company = await makeCompany(services, { nameOut })
  const { slug } = await makeLink(services, company.id)
  const user = await makeCompanyAdmin(services, company.id)
  const apply = async (changes: Record<string, string>) =>
    (await submitApplication(url, await openFormSession(url, slug), changes, slug)).body.data?.id ?? ''
  return { company, user, token: await signIn(url, user.email), apply }
}

const north = await tenant('North')
const south = await tenant('South')
const ids = { taxId: '', first: '', second: '', elsewhere: '' }
let admin = ''
beforeAll(async () => {
  ids.taxId = await north.apply({ taxId: TAX_ID })
  ids.first = await north.apply({ partner1SSN: SSN })
  ids.second = await north.apply({ partner2SSN: SSN.replaceAll('-', ' ') })
  ids.elsewhere = await south.apply({ partner1SSN: SSN })
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
})
beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

async function search(number: unknown, token: string, more: object = {}, node = url) {
  const body = { number, ...more }
  const answer = await call(node, 'POST', '/form/submissions/search', { token, body })
  const rows = (answer.body.data ?? []) as { id: string; formData: string }[]
  return { ...answer, rows, ids: rows.map(({ id }) => id) }
}

const entries = (actorId: string) =>
  db.system('test').write((client) =>
    client.auditEntry.findMany({
      where: { actorId, act: 'submission-number-searched' },
      orderBy: { id: 'asc' },
      select: { companyId: true, objectType: true, objectId: true, detail: true },
    }),
  )

describe('a search by number', () => {
  it("finds a tax ID and either partner's SSN, newest first, however it is written", async () => {
    for (const number of [TAX_ID, '271828182', '27 182 8182'])
      expect(await search(number, north.token)).toMatchObject({ status: 200, ids: [ids.taxId] })
    const { ids: found, body, rows } = await search(SSN, north.token)
    expect([found, body.total]).toEqual([[ids.second, ids.first], 2])
    expect(JSON.stringify(rows)).not.toContain('9265')
  })

  it("finds a company's own submissions, and those of all for admins", async () => {
    expect((await search(SSN, south.token)).ids).toEqual([ids.elsewhere])
    expect((await search(TAX_ID, south.token)).ids).toEqual([])
    expect((await search(SSN, admin)).ids).toEqual([ids.elsewhere, ids.second, ids.first])
  })

  it('goes by hashes that differ between companies, and finds rows that an earlier version hashed alike', async () => {
    const rows = () =>
      db
        .system('test')
        .write((client) =>
          client.formSubmission.findMany({ where: { id: { in: [ids.first, ids.elsewhere] } } }),
        )
    const hashes = (await rows()).map(({ ssnHashes }) => ssnHashes[0] ?? '')
    expect(new Set(hashes).size).toBe(2)

    const ssnHashes = services.keys.sharedBlindIndexes('ssn', SSN.replaceAll('-', ''))
    const update = (id: string, data: { ssnHashes: string[] }) =>
      db.system('test').write((client) => client.formSubmission.update({ where: { id }, data }))
    await update(ids.first, { ssnHashes })
    expect((await search(SSN, north.token)).ids).toEqual([ids.second, ids.first])
    expect((await search(SSN, admin)).ids).toEqual([ids.elsewhere, ids.second, ids.first])
    await update(ids.first, {
      ssnHashes: [services.keys.blindIndex('ssn', north.company.id, SSN.replaceAll('-', ''))],
    })
  })

  it.each([
    { filter: JSON.stringify({ id: 'x' }) },
    { id: 'x' },
    { companyId: 'x' },
    { range: '[0,0]' },
    { sort: '["company","ASC"]' },
  ])('takes nothing beside the number: %o', async (more) => {
    expect(await search(SSN, north.token, more)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [Object.keys(more)[0] ?? '']: expect.any(String) } },
    })
  })

  it.each(['', '9265', '314-15-92', '314-15-92650', '%', 123456789, null])(
    'refuses %o, which is no such number',
    async (number) => {
      expect(await search(number, north.token)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    },
  )

  it('is closed to people without page:forms', async () => {
    const role = await makeRole(services, { permissions: ['page:main'], companyId: north.company.id })
    const { email } = await makeUser(services, { roleId: role.id, companyId: north.company.id })
    expect((await search(SSN, await signIn(url, email))).status).toBe(403)
    expect((await call(url, 'POST', '/form/submissions/search', { body: { number: SSN } })).status).toBe(401)
  })
})

describe('tries', () => {
  const { max, seconds } = RATES.numberSearchPerPerson

  it('are ten for a person in ten minutes, over all nodes, whatever they find', async () => {
    const { user, token } = await tenant('Counted')
    const left: (string | null)[] = []
    for (let tries = 0; tries < max; tries++) {
      const node = tries % 2 === 0 ? url : second.url
      const answer = await search(`10000000${tries}`, token, {}, node)
      expect(answer.status).toBe(200)
      left.push(answer.headers.get('ratelimit'))
    }
    expect(left[0]).toMatch(/^"submission-search";r=9;t=(600|599)$/)
    expect(left.at(-1)).toMatch(/;r=0;/)

    const refused = await search(SSN, token)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' }, ids: [] })
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(seconds - 60)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
    expect((await search(SSN, token, {}, second.url)).status).toBe(429)
    expect((await search(SSN, north.token)).status).toBe(200)
    expect(await entries(user.id)).toHaveLength(max + 1)
  })

  it('are not used up by what is no number', async () => {
    const { user, token } = await tenant('Careless')
    await throttle(services, 'numberSearchPerPerson', user.id)
    await search('9265', token)
    expect((await search(SSN, token)).headers.get('ratelimit')).toMatch(/;r=8;/)
  })
})

describe('the audit log', () => {
  it('has each try with its count and never the number; of refused ones one a minute', async () => {
    const { user, token, company } = await tenant('Logged')
    await search(SSN, token)
    await search(SSN, token)
    for (let tries = 2; tries < RATES.numberSearchPerPerson.max; tries++)
      await throttle(services, 'numberSearchPerPerson', user.id)
    for (let tries = 0; tries < 3; tries++) expect((await search(SSN, token)).status).toBe(429)
    const about = { companyId: company.id, objectType: 'submission', objectId: '' }
    expect(await entries(user.id)).toEqual([
      { ...about, detail: { rows: 0 } },
      { ...about, detail: { rows: 0 } },
      { ...about, detail: { throttled: true } },
    ])
  })

  it('has it in each company whose submissions were found', async () => {
    const { email, id } = await makeUser(services, { isAdmin: true })
    await search(SSN, await signIn(url, email))
    const found = new Map((await entries(id)).map(({ companyId, detail }) => [companyId, detail]))
    expect(Object.fromEntries(found)).toEqual({
      [north.company.id]: { rows: 2 },
      [south.company.id]: { rows: 1 },
    })
  })

  it('and the server’s own log keep no number that was looked for', async () => {
    await search('555-00-1234', north.token)
    await search('555-00-1234x5', north.token)
    const all = await db.system('test').write((client) => client.auditEntry.findMany())
    const text = JSON.stringify(all, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    // Random ids and keyed hashes may hold any four digits.
    const numbers = /555-?00-?1234|(?<![0-9a-z])(314-?15-?)?(3141|9265)(?![0-9a-z])/i
    for (const stored of [text, log.join('')]) expect(stored.replaceAll(UUID, '')).not.toMatch(numbers)
  })
})

const query = (filter: object) => new URLSearchParams({ filter: JSON.stringify(filter) }).toString()

describe('nothing else tells a hidden digit', () => {
  it.each(['formData', 'company', 'user', 'createdAt'])('no filter on %s', async (column) => {
    for (const q of [SSN, '314159265', '314 15 9265', TAX_ID, '9265', '3141']) {
      for (const filter of [
        { q },
        { q, columns: [column] },
        { q, id: ids.first },
        { q, columns: [column], id: ids.first },
      ]) {
        const { body } = await call(url, 'GET', `/form/submissions?${query(filter)}`, { token: north.token })
        expect([filter, body.total]).toEqual([filter, 0])
        const exported = await fetch(`${url}/api/form/export?${query(filter)}`, {
          headers: { authorization: `Bearer ${north.token}` },
        })
        expect((await exported.text()).trim().split('\r\n')).toHaveLength(1)
      }
    }
  })

  it.each([...['taxId', 'partner1SSN', 'taxIdHash', 'ssnHashes', 'formData'].map((name) => ({ name }))])(
    'no filter or order by $name',
    async ({ name }) => {
      const paths = [
        query({ [name]: SSN }),
        query({ q: SSN, columns: [name === 'formData' ? 'ssnHashes' : name] }),
        new URLSearchParams({ sort: JSON.stringify([name, 'ASC']) }).toString(),
      ]
      for (const path of ['/form/submissions', '/form/export'])
        for (const each of paths)
          expect((await call(url, 'GET', `${path}?${each}`, { token: north.token })).status).toBe(400)
    },
  )
})

describe('a list', () => {
  it('holds no answer but those of its clear columns, and so no digit of a number', async () => {
    for (const path of [
      '/form/submissions',
      `/form/submissions?${new URLSearchParams({ filter: '{"q":"o"}' })}`,
    ]) {
      const { body } = await call(url, 'GET', path, { token: north.token })
      const rows = body.data as { formData: string }[]
      expect(rows).toHaveLength(3)
      for (const { formData } of rows)
        expect(Object.keys(JSON.parse(formData) as object).toSorted()).toEqual([
          'advanceAmount',
          'dbaName',
          'legalName',
          'sales',
          'state',
        ])
    }
  })

  it('is recorded once a minute for the same question, with what was asked but not the text', async () => {
    const { user, token, company, apply } = await tenant('Listed')
    await apply({ legalName: 'Kestrel & Daughters' })
    const ask = (path: string) => call(url, 'GET', `/form/submissions${path}`, { token })
    const kestrel = query({ q: 'kestrel', columns: ['formData', 'user'] })
    for (const path of [
      '',
      '',
      '?range=[0,9]',
      `?${kestrel}`,
      `?${kestrel}`,
      '?range=[0,9]',
      `?${query({ q: 'nobody' })}`,
    ])
      expect((await ask(path)).status).toBe(200)
    const all = await db.system('test').write((client) =>
      client.auditEntry.findMany({
        where: { actorId: user.id, act: 'submissions-listed' },
        orderBy: { id: 'asc' },
        select: { companyId: true, detail: true },
      }),
    )
    expect(all.every(({ companyId }) => companyId === company.id)).toBe(true)
    expect(all.map(({ detail }) => detail)).toEqual([
      { rows: 1, searched: false },
      { rows: 1, searched: false },
      { rows: 1, searched: true, columns: 'formData, user' },
      { rows: 0, searched: true },
    ])
  })
})
