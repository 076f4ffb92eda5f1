import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Secret } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { saveDraft } from '../../test/support/drafts.ts'
import { call, makeUser, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { mailsTo } from '../../test/support/mails.ts'
import { codeOf, switchOtpOn } from '../../test/support/one-time-code.ts'
import { formsOf, searchFor, type Search } from '../../test/support/secret-search.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'
import { asDrawn, drawings, plant, planted, SECRETS, statement } from './planted-secrets.fixture.ts'

// The database's own files and log are searched too, so it is the embedded one, in this folder.
const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-at-rest-'))
const { url, services, log, stop } = await startTestServer({
  databaseUrl: null,
  encryptionKey: null,
  dataDir,
  role: 'all',
  logLevel: 'trace',
})
afterAll(async () => {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
})

const textOf = (value: unknown, ...names: string[]): string => {
  const found = names.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value)
  if (typeof found !== 'string') throw new Error(`No ${names.join('.')} in the answer`)
  return found
}

let id = ''
let admin = ''
let search: Search = () => []

beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  await anApplication()
  await anAccount()
  await whatGoesWrong()
  plant(
    'the main key',
    Buffer.from((await readFile(path.join(dataDir, 'keys', 'main.key'), 'utf8')).trim(), 'base64'),
  )
  const postgres = await readFile(path.join(dataDir, 'keys', 'postgres-intake.password'), 'utf8')
  plant("the database's password", postgres.trim())
  plant('a token of a sign-in', admin)
  search = searchFor(planted)
})

async function anApplication(): Promise<void> {
  const token = await openFormSession(url)
  plant("an applicant's token", token.split('.')[1] ?? '')
  const content = statement(
    SECRETS['a mark in the text of a statement'],
    SECRETS['a mark in a stream of a statement'],
  )
  const named = { content, name: `${SECRETS["a file's name"]}.pdf` }
  expect((await upload(url, { ...named, headers: { 'x-form-session': token } })).status).toBe(200)
  const { taxId, partner1SSN, partner2SSN, partner1DOB, partner2DOB, partner1Address, bankBalance } = SECRETS
  const answers = {
    taxId,
    partner1SSN,
    partner2SSN,
    partner1DOB,
    partner2DOB,
    partner1Address,
    bankBalance,
    signer1Signature: asDrawn(drawings[0]),
    signer2Signature: asDrawn(drawings[1]),
  }
  expect((await saveDraft(url, token, answers)).status).toBe(200)
  const open = { ...answers, partner1SSN: SECRETS['the SSN of a draft'] }
  expect((await saveDraft(url, await openFormSession(url), open)).status).toBe(200)
  const { status, body } = await submitApplication(url, token, answers)
  expect(status, JSON.stringify(body)).toBe(200)
  id = body.data?.id ?? ''
  const ready = async () =>
    (await services.db.system('test').write((client) => client.submissionDesk.findUnique({ where: { id } })))
      ?.pdfState
  await vi.waitUntil(async () => (await ready()) === 'ready', { timeout: 120_000, interval: 100 })

  // Staff look at it in every way there is.
  const company = await services.db.system('test').write((client) => client.company.findFirstOrThrow())
  const own = { companyId: company.id }
  const file = statement(SECRETS['a mark in a file of the company'], '')
  const headers = { authorization: `Bearer ${admin}` }
  const ofCompany = { content: file, name: `${SECRETS["a company file's name"]}.pdf` }
  expect((await upload(url, { ...ofCompany, fields: own, headers })).status).toBe(200)
  const documents = await call(url, 'GET', `/documents/form-submission/${id}`, { token: admin })
  const [listed] = documents.body.data as { id: string; originalFilename: string }[]
  expect(listed?.originalFilename).toBe(named.name)
  const opened = await fetch(`${url}/api/documents/document/${listed?.id}`, { headers })
  expect(opened.headers.get('content-disposition')).toContain(named.name)
  await opened.arrayBuffer()
  for (const q of [partner1SSN, taxId, SECRETS['an SSN that was looked for']]) {
    const filter = encodeURIComponent(JSON.stringify({ q }))
    const { body: list } = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: admin })
    expect(list.total).toBe(0)
    const search = { token: admin, body: { number: q } }
    const { body: found } = await call(url, 'POST', '/form/submissions/search', search)
    expect(found.total).toBe(q === SECRETS['an SSN that was looked for'] ? 0 : 1)
    expect((await fetch(`${url}/api/form/export?filter=${filter}`, { headers })).status).toBe(200)
  }
  const { body: view } = await call(url, 'GET', `/form/submissions/${id}`, { token: admin })
  expect(JSON.stringify(view)).toContain(partner1SSN)
}

async function anAccount(): Promise<void> {
  const user = await makeUser(services)
  const token = await signIn(url, user.email)
  plant('another token of a sign-in', token)
  const { secret, recoveryCodes } = await switchOtpOn(url, token)
  plant("an app's secret", secret, Buffer.from(Secret.fromBase32(secret).buffer))
  plant('a recovery code', ...recoveryCodes)
  const password = SECRETS['a password']
  const change = { currentPassword: TEST_PASSWORD, password }
  expect((await call(url, 'PUT', '/user/me/password', { token, body: change })).status).toBe(200)
  const login = await call(url, 'POST', '/auth/login', { body: { email: user.email, password } })
  const ticket = textOf(login.body, 'ticket')
  plant('a ticket for the second step', ticket.split('.')[2] ?? '')
  const second = { ticket, code: codeOf(secret, 1) }
  expect((await call(url, 'POST', '/auth/verify', { body: second })).status).toBe(200)

  await call(url, 'POST', '/auth/forgot-password', { body: { email: user.email } })
  await vi.waitUntil(async () => (await mailsTo(services, user.email)).length > 0, { timeout: 120_000 })
  const [mail = ''] = await mailsTo(services, user.email)
  const reset = /reset-password#([\w-]{43})/.exec(mail)?.[1] ?? ''
  plant('a token for a new password', reset)
  const renewed = { token: reset, password: SECRETS['a new password'] }
  expect((await call(url, 'POST', '/auth/reset-password', { body: renewed })).status).toBe(200)
}

/** What is refused, misplaced or broken, with a secret in it. */
async function whatGoesWrong(): Promise<void> {
  const query = encodeURIComponent(SECRETS['an SSN in a query'])
  const answers = [
    await call(url, 'GET', `/form/submissions?ssn=${query}`, { token: admin }),
    await call(url, 'GET', `/form/submissions/${SECRETS['an SSN in a path']}`, { token: admin }),
    await call(url, 'GET', `/nothing/${SECRETS['an SSN in a path']}?q=${query}`),
    await call(url, 'GET', '/user/me', {
      headers: { authorization: `Bearer ${SECRETS['an SSN in a header']}` },
    }),
    await call(url, 'POST', '/form/submit', {
      body: {
        partner1SSN: [SECRETS['an SSN in a refused body']],
        [SECRETS['an SSN in a name of a refused body']]: 1,
      },
    }),
    await call(url, 'POST', '/form/submit', { body: `{"partner1SSN": "${SECRETS['an SSN in broken JSON']}` }),
    await upload(url, {
      fields: { [SECRETS['an SSN in a field of an upload']]: SECRETS['an SSN in a field of an upload'] },
    }),
    await upload(url, {
      content: Buffer.from(SECRETS['a mark in a refused file']),
      headers: { 'x-form-session': await openFormSession(url) },
    }),
    await call(url, 'POST', '/auth/login', {
      body: { email: TEST_ADMIN.email, password: SECRETS['a wrong password'] },
    }),
    await call(url, 'POST', '/auth/login', {
      body: { email: `${SECRETS['a password typed as an e-mail']}@example.com`, password: TEST_PASSWORD },
    }),
  ]
  expect(answers.filter(({ status }) => status < 400 || status >= 500).map(({ status }) => status)).toEqual(
    [],
  )
}

async function adminClient(): Promise<pg.Client> {
  const password = (await readFile(path.join(dataDir, 'keys', 'postgres-admin.password'), 'utf8')).trim()
  const port = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const client = new pg.Client(`postgresql://postgres:${password}@127.0.0.1:${port}/intake`)
  await client.connect()
  return client
}

/** Every file below, as a path within it, with what was found in it. */
async function searchFolder(folder: string, isWanted: (file: string) => boolean = () => true) {
  const found: Record<string, string[]> = {}
  let searched = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !isWanted(path.relative(folder, file))) continue
    const content = await readFile(file)
    // Mails break long lines in the middle of words.
    const names = search(
      file.endsWith('.eml') ? Buffer.from(content.toString().replace(/=\r\n/g, '')) : content,
    )
    searched += 1
    if (names.length > 0) found[path.relative(folder, file)] = names
  }
  return { found, searched }
}

it('the search finds every secret, however it is written, in the midst of anything', () => {
  expect(planted.size).toBeGreaterThanOrEqual(30)
  for (const [name, forms] of planted) {
    for (const bytes of forms) {
      expect(search(Buffer.concat([randomBytes(50), bytes, randomBytes(50)]))).toContain(name)
    }
  }
  expect(search(randomBytes(1_000_000))).toEqual([])
})

it('no table holds a secret, as text or as bytes', async () => {
  const client = await adminClient()
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(12)
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`)
    dump += rows.map(({ line }) => line).join('\n')
  }
  await client.end()
  expect(dump).toContain('Golden Crust')
  expect(search(Buffer.from(dump))).toEqual([])
  const bytes = [...dump.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'))
  expect(bytes.length).toBeGreaterThanOrEqual(10)
  expect(bytes.flatMap(search)).toEqual([])
})

it('nor do the files of the database, its write-ahead log and its own log', async () => {
  const client = await adminClient()
  await client.query('CHECKPOINT')
  const { rows } = await client.query<{ oid: number }>(
    'SELECT oid FROM pg_database WHERE datname = current_database()',
  )
  await client.end()
  const folder = path.join(dataDir, 'postgres')
  // Other databases of the cluster are empty.
  const isOurs = (file: string) => !file.startsWith('base/') || file.startsWith(`base/${rows[0]?.oid}/`)
  expect((await searchFolder(folder, isOurs)).found).toEqual({})
  expect(search(await readFile(`${folder}.log`))).toEqual([])

  // What is written in the clear, a name that lists are searched by, is found in the same files.
  search = searchFor(new Map([['control', formsOf('Golden Crust')]]))
  const control = Object.keys((await searchFolder(folder, isOurs)).found)
  expect(control.some((file) => file.startsWith('base/'))).toBe(true)
  expect(control.some((file) => file.startsWith('pg_wal/'))).toBe(true)
  search = searchFor(planted)
})

it('nor do stored files, mails, the spool: nothing but keys is in the folder of keys, no token but a mailed link', async () => {
  const { found, searched } = await searchFolder(dataDir, (file) => !file.startsWith(`postgres${path.sep}`))
  expect(searched).toBeGreaterThanOrEqual(6)
  const mails = Object.keys(found).filter((file) => file.startsWith('mail'))
  expect(mails).toHaveLength(1)
  expect(found).toEqual({
    [path.join('keys', 'main.key')]: ['the main key'],
    [path.join('keys', 'postgres-intake.password')]: ["the database's password"],
    [mails[0] ?? '']: ['a token for a new password'],
  })
})

it('nor does a line of the log, at its most talkative', () => {
  const lines = log.join('\n')
  for (const route of ['/api/form/submit', '/api/auth/login', '/api/documents/upload-public']) {
    expect(lines).toContain(route)
  }
  expect(log.filter((line) => search(Buffer.from(line)).length > 0)).toEqual([])
})

it('yet staff get the stored original, the same every time, and copies that bear their name', async () => {
  const get = async (query: string) => {
    const answer = await fetch(`${url}/api/form/pdf/${id}${query}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    return Buffer.from(await answer.arrayBuffer())
  }
  const original = await get('?original=1')
  expect(original.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await get('?original=1')).toEqual(original)
  expect(await get('')).not.toEqual(original)
  const { body } = await call(url, 'GET', '/form/submissions', { token: admin })
  expect((body.data as { pdfPath: string }[])[0]?.pdfPath).toBe(`/pdf/${id}`)
  const downloads = await services.db
    .system('test')
    .write((client) => client.auditEntry.count({ where: { act: 'submission-pdf-downloaded', objectId: id } }))
  expect(downloads).toBe(3)
})
