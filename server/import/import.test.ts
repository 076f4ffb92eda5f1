import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const { write: db } = services.db.system('test')
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const acme = await makeCompany(services, { nameIn: 'Acme' })
const other = await makeCompany(services, { nameIn: 'Other' })
const boss = await makeCompanyAdmin(services, acme.id)
const token = await signIn(url, boss.email)
const stranger = await makeUser(services, { companyId: other.id, email: 'stranger@example.com' })
await makeRole(services, { companyId: acme.id, name: 'Sales', permissions: ['page:forms'] })
await makeRole(services, { companyId: other.id, name: 'Theirs' })

const send = (what: string, csv: string, { as = admin, dryRun = false } = {}) =>
  call(url, 'POST', `/import/${what}`, { token: as, body: { csv, dryRun } })
const dry = async (what: string, csv: string, as = admin) =>
  (await send(what, csv, { as, dryRun: true })).body.data
const companies = (nameIn: string) => db((client) => client.company.count({ where: { nameIn } }))
const users = () => db((client) => client.user.count())
const entries = (act: string) => db((client) => client.auditEntry.count({ where: { act } }))

describe('a file of companies', () => {
  const csv =
    '\uFEFFnameIn,nameOut,notifyEmails\r\nEast,East Funding,\r\n"West, Inc","The ""West""",desk@west.example\r\n'

  it('is tried without a change, imported once, and unchanged the second time', async () => {
    const before = await entries('company-created')
    expect(await dry('companies', csv)).toEqual({ rows: 2, created: 2, unchanged: 0, errors: [] })
    expect([await companies('East'), await entries('company-created')]).toEqual([0, before])
    expect((await send('companies', csv)).body.data).toMatchObject({ created: 2, unchanged: 0 })
    expect(await entries('company-created')).toBe(before + 2)
    expect(await entries('imported')).toBe(1)
    expect((await send('companies', csv)).body.data).toMatchObject({ created: 0, unchanged: 2 })
    const west = await db((client) => client.company.findFirst({ where: { nameIn: 'West, Inc' } }))
    expect(west).toMatchObject({ nameOut: 'The "West"', notifyEmails: 'desk@west.example' })
    expect(await companies('East')).toBe(1)
  })

  it('imports nothing if the last line is invalid, and names every invalid line', async () => {
    const bad =
      'nameIn,nameOut,timeZone,email\nA1,One,,\nA2,,Mars,x\na1,Again,,\nEast,Changed,,\nA3,Three,,,extra\n'
    const errors = [
      { line: 6, field: '' },
      { line: 3, field: 'nameOut' },
      { line: 3, field: 'email' },
      { line: 3, field: 'timeZone' },
      { line: 4, field: '', error: 'This is the same record as in line 2.' },
      { line: 5, field: 'nameOut' },
    ]
    expect(await dry('companies', bad)).toMatchObject({ rows: 4, created: 1 })
    const found = ((await dry('companies', bad)) as { errors: object[] }).errors
    expect(found).toHaveLength(errors.length)
    expect(found).toEqual(expect.arrayContaining(errors.map((error) => expect.objectContaining(error))))
    const { status, body } = await send('companies', bad)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(body.fields ?? {})).toEqual(expect.arrayContaining(['3.nameOut', '5.nameOut', '6.']))
    expect(await companies('A1')).toBe(0)
  })

  it.each([
    ['lines', 'a,b\n'.repeat(LIMITS.importRows + 1)],
    ['cells', ','.repeat(100_000)],
  ])('stops reading at too many %s', async (_what, lines) => {
    const { status, body } = await send('companies', `nameIn,nameOut\n${lines}`, { dryRun: true })
    expect([status, body.fields]).toEqual([400, { csv: 'Import at most 2,000 lines at a time.' }])
  })

  it.each([
    ['that are no CSV', 'a\n'.repeat(100_000), 52],
    ['with quotation marks in their midst', '"a"b\n'.repeat(100_000), 52],
    ['with invalid values', 'a,b,nowhere\n'.repeat(1900), 52],
    ['of both kinds', `a,b,nowhere\n${'a\n'.repeat(30)}`.repeat(3), 53],
  ])('stops at the fifty-first of the lines %s, and says so', async (_what, lines, last) => {
    const { status, body } = await send('companies', `nameIn,nameOut,timeZone\n${lines}`, { dryRun: true })
    const { errors } = body.data as { errors: { line: number; error: string }[] }
    const told = errors.at(-1)
    expect([status, new Set(errors.map(({ line }) => line)).size]).toEqual([200, 51])
    expect(told?.error).toMatch(/^Checking stopped here, after 50 invalid lines/)
    expect(told?.line).toBeLessThanOrEqual(last + 2)
  })

  it('is made once where the same file is sent twice at the same moment', async () => {
    const file = 'nameIn,nameOut\nTwin one,T\nTwin two,T\n'
    const sent = await Promise.all([
      send('companies', file),
      send('companies', file),
      send('companies', file),
    ])
    expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(await companies('Twin one')).toBe(1)
  })

  it('is for those who may create one', async () => {
    expect((await send('companies', csv, { as: token })).status).toBe(403)
  })
})

describe('a file of users', () => {
  it('makes users without a password who are mailed a link to set one', async () => {
    const csv = `email,name,role,company\nann@new.example,Ann,Sales,Acme\nbob@new.example,Bob,,${acme.id}\n`
    expect((await send('users', csv)).body.data).toMatchObject({ created: 2, errors: [] })
    const ann = await db((client) =>
      client.user.findUniqueOrThrow({ where: { emailKey: 'ann@new.example' }, include: { role: true } }),
    )
    expect([ann.companyId, ann.role?.name, ann.passwordSetByOther]).toEqual([acme.id, 'Sales', true])
    const jobs = await db(
      (client) => client.$queryRaw`
      SELECT max_attempts FROM graphile_worker.jobs WHERE key = ${`invitation:${ann.id}`}`,
    )
    expect(jobs).toEqual([{ max_attempts: 12 }])
    expect((await send('users', csv)).body.data).toMatchObject({ created: 0, unchanged: 2 })
    expect(await dry('users', csv.replace('Bob', 'Rob'))).toMatchObject({
      errors: [{ line: 3, field: 'name' }],
    })
  })

  it('follows the rules of a single user: role, company and address', async () => {
    const before = await users()
    const csv = [
      'email,name,role,company',
      'c1@new.example,C,Admin,',
      'c2@new.example,C,Theirs,',
      'c3@new.example,C,,Other',
      `${stranger.email},C,,`,
      `${boss.email},Somebody else,,`,
      'nobody,,,',
    ].join('\n')
    expect(await dry('users', csv, token)).toMatchObject({
      created: 0,
      errors: [
        { line: 2, field: 'role' },
        { line: 3, field: 'role' },
        { line: 4, field: 'company' },
        { line: 5, field: 'email', error: 'This e-mail address cannot be used.' },
        { line: 6, field: 'name' },
        { line: 7, field: 'email' },
        { line: 7, field: 'name' },
      ],
    })
    expect((await send('users', csv, { as: token })).status).toBe(400)
    expect(await users()).toBe(before)
  })
})

describe('while a file is checked and imported', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `busy${at}@new.example,Busy ${at}`)
  const csv = ['email,name', ...lines].join('\n')
  /** Transactions that have written, seen again and again until the work is done. */
  async function writers<T>(work: Promise<T>): Promise<string[]> {
    const seen: string[] = []
    let isOver = false
    const watched = (async () => {
      while (!isOver) {
        const rows = await db(
          (client) => client.$queryRaw<{ query: string }[]>`
          SELECT query FROM pg_stat_activity
          WHERE datname = current_database() AND backend_xid IS NOT NULL AND query NOT LIKE '%Throttle%'`,
        )
        seen.push(...rows.map(({ query }) => query))
      }
    })()
    await work.finally(() => (isOver = true))
    await watched
    return seen
  }

  it('a dry run writes nothing, not even for a moment, and holds no lock', async () => {
    expect(await writers(send('users', csv, { as: token, dryRun: true }))).toEqual([])
    expect(await writers(send('users', csv, { as: token }))).not.toEqual([])
  })

  it('refuses addresses of other companies after ten, however many imports run', async () => {
    const strangers = Array.from({ length: 4 }, (_, at) => `far${at}@far.example`)
    for (const email of strangers) await makeUser(services, { companyId: other.id, email })
    const sent = (as: string) =>
      send('users', ['email,name', ...strangers.map((email) => `${email},X`)].join('\n'), {
        as,
        dryRun: true,
      })
    const config = services.config as { rateLimit: boolean }
    config.rateLimit = true
    try {
      const answers = await Promise.all([1, 2, 3, 4].map(() => sent(token)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
      expect((await sent(token)).status).toBe(429)
    } finally {
      config.rateLimit = false
    }
    expect(await entries('email-conflict')).toBeGreaterThanOrEqual(8)
  })
})

describe('a file of links', () => {
  it('gives each user the open link of a company, once', async () => {
    const csv = `companyId,userEmail\nAcme,${boss.email}\n`
    expect((await send('links', csv, { as: token })).body.data).toMatchObject({ created: 1 })
    expect((await send('links', csv, { as: token })).body.data).toMatchObject({ created: 0, unchanged: 1 })
    expect(await dry('links', `companyId,userEmail\nOther,${stranger.email}\n`, token)).toMatchObject({
      errors: [{ line: 2, field: 'companyId' }],
    })
  })
})

describe('a file that is no file of records', () => {
  it.each([
    ['__proto__,nameOut\na,b', 'csv'],
    ['nameIn,nameIn\na,b', 'csv'],
    ['name;title\na;b', 'csv'],
    ['nameIn,nameOut\n', 'csv'],
    ['', 'csv'],
    ['nameIn,nameOut\nM\uFFFDller,b', 'csv'],
    [`nameIn,nameOut\n${'a,b\n'.repeat(LIMITS.importRows + 1)}`, 'csv'],
  ])('is rejected: %.30j', async (csv, field) => {
    const { status, body } = await send('companies', csv, { dryRun: true })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  it.each([
    ['nameIn,nameOut\n"open,b\n', ''],
    ['nameIn,nameOut\na"b"c,d\n', ''],
    ['nameIn,nameOut\na\0b,c\n', 'nameIn'],
    [`nameIn,nameOut\n${'x'.repeat(1_000_000)},c\n`, 'nameIn'],
    ['nameIn,nameOut\n__proto__,=cmd()\nconstructor,\n', 'nameOut'],
  ])('names the line: %.30j', async (csv, field) => {
    const { errors } = (await dry('companies', csv)) as { errors: object[] }
    expect(errors[0]).toMatchObject({ field })
  })

  it.each([
    ['companies', 'nameIn,nameOut'],
    ['users', 'email,name'],
    ['links', 'companyId,userEmail'],
    ['funders', 'company,name'],
  ])('of %s may have a megabyte, and no control characters', async (what, head) => {
    const long = await send(what, `${head}\n${`${'x'.repeat(1000)},y\n`.repeat(1000)}`, { dryRun: true })
    expect(long.status).toBe(200)
    for (const cells of ['x\0,y', 'x,y\0']) {
      const { errors } = (await dry(what, `${head}\n${cells}\n`)) as { errors: object[] }
      expect(errors).toMatchObject([{ line: 2, error: 'Control characters cannot be used here' }])
    }
  })

  it('is rejected above 1 MB', async () => {
    expect((await send('companies', 'x'.repeat(LIMITS.importBytes + 1))).status).toBe(400)
    expect((await send('companies', 'x'.repeat(LIMITS.importBodyBytes))).status).toBe(413)
  })
})

it('takes 2,000 lines at a time', { timeout: 120_000 }, async () => {
  const lines = Array.from({ length: LIMITS.importRows }, (_, at) => `Many ${at},Many`)
  const { body } = await send('companies', ['nameIn,nameOut', ...lines].join('\n'))
  expect(body.data).toEqual({ rows: 2000, created: 2000, unchanged: 0, errors: [] })
})
