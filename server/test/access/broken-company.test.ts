// @module-tag long
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { serverMessages } from '#domain/messages/server'
import { logoName } from '../../platform/files/logo-url.ts'
import { retention } from '../../jobs/retention.job.ts'
import { sweep } from '../../jobs/sweep.job.ts'
import { destroyDue } from '../../retention/destroy.service.ts'
import { SEALED_AT_ONCE, sealEntries } from '../../events/audit/seal-entries.ts'
import { sealedSelect, sealTexts, sessionKey } from '../../submissions/accept/sealed-submission.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { parseCsv } from '../support/csv.ts'
import { saveDraft } from '../support/drafts.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { breakRows, type Poison } from './broken-rows.ts'
import { failingLists } from './failing-lists.ts'
import { restTransport, runRow } from './matrix-run.ts'
import type { Row } from './matrix-cells.ts'
import { TABLE } from './matrix-table.ts'
import { makeWorld, withAnotherB, type MatrixWorld } from './matrix-world.ts'
import { POISONS, PROTO } from './poisons.ts'

/**
 * Whatever stands in one company's rows, the calls of all others are answered as ever. Companies are broken, as only a
 * superuser of the database could; everybody else walks every call that there is.
 */
const { url, services, adminUrl, log } = await startTestServer()
const world = await makeWorld(url, services)
const { a, callers } = world
const superuser = new pg.Client({ connectionString: adminUrl })
await superuser.connect()
// The database is dropped beneath it.
superuser.on('error', () => {})
afterAll(() => superuser.end())

const bossOfA = await makeCompanyAdmin(services, a.company)
const admin = callers.admin?.token ?? ''

/** A company for each poison, all broken at the same time: whatever a call reads of them, it reads of all. */
const worlds = [world]
for (const [name] of POISONS.slice(1)) worlds.push(await withAnotherB(world, name))

const ROWS = Object.entries(TABLE).flatMap(([route, rows]) => rows.map((row) => ({ route, row })))
/** Its own callers, and everybody at its own link, may be told that it is broken. */
const isOfB = (caller: string, which: string) => caller === 'companyB' || which === 'foreign'

/** They come as far as rows, at least somewhere; the others are refused before. */
const READERS = ['anonymous', 'companyA', 'custom', 'admin']

/** Whether the answer depends on which of the companies is B: it is filtered by B, or about a record of B's. */
const differs = (row: Row, which: string) => row.lists !== undefined || which === 'foreign'

/**
 * Calls that were answered otherwise than the table says.
 * @param among each with its own broken company; calls that have nothing to do with it are made in the first one alone
 */
async function walk(routes: typeof ROWS, among: MatrixWorld[], readers: string[]): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [index, each] of among.entries()) {
    for (const { route, row } of routes) {
      const transport = restTransport(url, route)
      const ofOthers = (caller: string, which: string) =>
        (index === 0 || differs(row, which)) &&
        readers.includes(caller) &&
        !(row.guarded && caller === 'anonymous') &&
        (!isOfB(caller, which) || (row.guarded && caller !== 'companyB'))
      const results = await runRow(each, row, !route.startsWith('GET'), transport, superuser, ofOthers)
      for (const { caller, which, status, expected, code, text } of results) {
        // A damaged file, and a form whose settings are damaged.
        const damaged = ['damaged_file', 'unavailable'].includes(String(code)) && which === 'foreign'
        const isRight =
          caller === 'admin' && which === 'foreign' ? status < 500 || damaged : status === expected
        if (!isRight)
          wrong.push({ route, company: index, caller, which, status, expected, text: text.slice(0, 300) })
      }
    }
  }
  return wrong
}

const reads = ROWS.filter(({ route }) => route.startsWith('GET '))

const get = (path: string, token: string) => call(url, 'GET', path, { token })

const isOwn = (caller: string, which: string) => caller === 'companyB' && which === 'own'

/** Writes the poison into company B, whose applicants and users then use it as it is, whatever they get. */
async function breakAndVisit(broken: MatrixWorld, poison: Poison): Promise<void> {
  const { b } = broken
  const columns = await breakRows(superuser, b.company, poison)
  expect(columns).toEqual(expect.arrayContaining(['Company.appEditorSettings', 'FormSession.wrappedKey']))
  await services.storage.put(logoName(b.logo) ?? '', Readable.from([poison.bytes]))
  const session = await openFormSession(url, b.slug)
  expect([200, 503]).toContain((await saveDraft(url, session, { city: 'Austin' })).status)
  expect([200, 503]).toContain((await submitApplication(url, session, {}, b.slug)).status)
  expect((await fetch(`${url}/form/${b.slug}`)).status).toBe(200)
  for (const { route, row } of reads)
    await runRow(broken, row, false, restTransport(url, route), superuser, isOwn)
}

/** The forms of others, sign-in and probes: what has no row in the table, or nobody signed in. */
async function everydayAnswers() {
  const status = async (path: string) => (await fetch(`${url}${path}`)).status
  return {
    form: await status(`/form/${a.slug}`),
    embed: await status(`/embed/${a.slug}`),
    demo: await status('/api/generated-link/get/slug/demo'),
    live: await status('/api/health/live'),
    ready: await status('/api/health/ready'),
    admin: (await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)) !== '',
    company: (await signIn(url, bossOfA.email)) !== '',
  }
}

/** For an admin and another company's administrator. list-cursors.test.ts has the lists of unbroken companies. */
const findFailing = () => failingLists(url, admin, callers.companyA?.token ?? '')

const before = { everyday: await everydayAnswers() }

it('leaves everything to be found right as long as nothing is broken', () => {
  // matrix.test.ts has the walk of an unbroken company.
  expect(before).toMatchObject({ everyday: { admin: true, company: true } })
})

/** In the lists of an admin, who can open its records. */
async function expectListed({ b }: MatrixWorld): Promise<void> {
  for (const [path, id] of [
    ['/company/get', b.company],
    ['/user/get', b.user],
    ['/role/get', b.role],
    ['/generated-link/get', b.link],
    ['/form/submissions', b.submission],
  ])
    expect(JSON.stringify((await get(path ?? '', admin)).body), path).toContain(id)
  const { status, body: viewed } = await call(url, 'POST', `/form/submissions/${b.submission}/views`, {
    token: admin,
  })
  expect([status, viewed.data]).toEqual([
    200,
    expect.objectContaining({ formData: serverMessages.parseError }),
  ])
}

/** The export has its unreadable submissions and the readable ones of others. */
async function expectExported(atLeast: number): Promise<void> {
  const answer = await fetch(`${url}/api/form/export`, { headers: { authorization: `Bearer ${admin}` } })
  const lines = parseCsv(await answer.text())
  const unreadable = lines.filter((cells) => cells.includes(serverMessages.parseError))
  expect(unreadable.length).toBeGreaterThanOrEqual(atLeast)
  expect(lines.some((cells) => cells.includes(a.legalName))).toBe(true)
}

async function expectJobsDone(): Promise<void> {
  await retention(services)
  await sweep(services)
  // The walk may have left more than are sealed at once.
  while ((await sealEntries(services, { thorough: true })) === SEALED_AT_ONCE) continue
  // Nothing is left that only a thorough look would seal.
  expect(await sealEntries(services, { thorough: true })).toBe(0)
}

describe('companies each of whose rows hold a poison', () => {
  it('fail no call of anybody else', async () => {
    for (const [index, [, poison]] of POISONS.entries()) await breakAndVisit(worlds[index] ?? world, poison)
    expect(await walk(reads, worlds, READERS)).toEqual([])
    expect(await everydayAnswers()).toEqual(before.everyday)
  }, 600_000)

  it('fail no list, however it is sorted and searched', async () => {
    expect(await findFailing()).toEqual([])
  }, 600_000)

  it.each(POISONS.map(([name], index) => [name, index] as const))(
    'are in the lists of an admin, who can open the records with %s',
    (_name, index) => expectListed(worlds[index] ?? world),
  )

  it('are in an admin’s export', () => expectExported(POISONS.length))
  it('hold up no job of another', expectJobsDone)
})

// Apart from the largest number, which it would make up for in a sum.
describe('a company whose rows all hold __proto__ and the smallest number', () => {
  it('fails no call of anybody else', async () => {
    await breakAndVisit(world, PROTO)
    expect(await walk(ROWS, [world], [...READERS, 'user'])).toEqual([])
    expect(await everydayAnswers()).toEqual(before.everyday)
  }, 600_000)

  it('fails no list, however it is sorted and searched', async () => {
    expect(await findFailing()).toEqual([])
  }, 600_000)

  it('is in the lists of an admin, who can open its records', () => expectListed(world))
  it('is in an admin’s export', () => expectExported(1))
  it('holds up no job of another', expectJobsDone)
})

describe('a company that was broken', () => {
  it('holds up the retention of no other', async () => {
    const late = await makeCompany(services, { retentionDays: 30 })
    const link = await makeLink(services, late.id)
    const session = await openFormSession(url, link.slug)
    await submitApplication(url, session, {}, link.slug)
    await superuser.query('UPDATE "Company" SET "retentionDays" = 2147483647 WHERE id = ANY ($1)', [
      worlds.map(({ b }) => b.company),
    ])
    const inTwoMonths = new Date(Date.now() + 60 * 24 * 60 * 60_000)
    const gone: string[] = []
    await destroyDue(services, inTwoMonths, ({ id }) => gone.push(id))
    expect(gone).toEqual([session.split('.')[0]])
  })

  it('is put right by an admin', async () => {
    const body = {
      nameIn: 'Beta',
      nameOut: 'Beta',
      email: '',
      notifyEmails: '',
      disclaimer: '',
      authorizationText: '',
      appEditorSettings: '',
      allowedOrigins: [],
      retentionDays: null,
      logoUrl: '',
      pdfLogoUrl: '',
    }
    // The password must have been given within the last minutes, and the walks before may have taken longer.
    const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const { status } = await call(url, 'PUT', `/company/update/${world.b.company}`, { token, body })
    expect(status).toBe(200)
    const session = await openFormSession(url, world.b.slug)
    expect((await submitApplication(url, session, {}, world.b.slug)).status).toBe(200)
  })
})

describe('an application', () => {
  it.each([
    'SSN 123-45-6789',
    '[]',
    'null',
    '"x"',
    '{',
    '{"constructor":{"toString":1}}',
    '{"legalName":{"toString":1}}',
  ])('whose decrypted text is %s is unreadable for itself alone', async (formData) => {
    const row = await services.db
      .system('test')
      .write((client) =>
        client.formSubmission.findUniqueOrThrow({ where: { id: a.submission }, select: sealedSelect }),
      )
    const data = sealTexts(sessionKey(services.keys, row), row, { formData, signatures: formData })
    const session = await openFormSession(url, a.slug)
    const other = (await submitApplication(url, session, {}, a.slug)).body.data?.id ?? ''
    await services.db.system('test').write((client) =>
      client.formSubmission.update({
        where: { id: row.id },
        data: { formData: data.formData, signatures: data.signatures },
      }),
    )
    const token = callers.companyA?.token ?? ''
    const listed = JSON.stringify((await get('/form/submissions', token)).body)
    for (const id of [row.id, other]) expect(listed).toContain(id)
    const opened = await call(url, 'POST', `/form/submissions/${row.id}/views`, { token })
    expect(opened.status).toBe(200)
    expect((await get(`/form/submissions/${row.id}`, token)).status).toBe(200)
    expect((await call(url, 'POST', `/form/submissions/${other}/views`, { token })).status).toBe(200)
    // Ids contain digits and dashes, too.
    expect(log.filter((line) => line.includes('SSN 123'))).toEqual([])
  })
})
