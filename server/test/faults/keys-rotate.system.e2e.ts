import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { isRecord } from '#domain/json'
import { systemUrl } from '../../platform/database/connections.ts'
import { projectRoot } from '../../project-root.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { saveDraft } from '../support/drafts.ts'
import { call, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { switchOtpOn } from '../support/one-time-code.ts'
import { startChild, type Child } from '../support/processes.ts'
import { SMALL_PDF, upload } from '../support/uploads.ts'

const EMAIL = 'admin@example.com'
const SSN = '417-62-8835'
const SUBMITTED = 12
const DRAFTS = 8

let dataDir = ''
let server: Child | undefined
let database: pg.Client | undefined

const environment = () => ({
  DATABASE_URL: undefined,
  ENCRYPTION_KEY: undefined,
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: TEST_PASSWORD,
  SEED_DEMO: '1',
  PORT: '0',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'fatal',
})
const start = () => startChild(['dist/server.mjs'], environment())

afterAll(async () => {
  await database?.end()
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The command, as an operator runs it; `killWhen` ends it with SIGKILL as soon as that holds. */
async function rotate(killWhen?: () => Promise<boolean>) {
  const child = spawn(process.execPath, ['dist/keys-rotate.mjs', '--yes'], {
    cwd: projectRoot,
    env: { ...process.env, ...environment() },
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = once(child, 'exit')
  let over = false
  void ended.then(() => (over = true))
  while (killWhen && !over) {
    if (await killWhen()) {
      child.kill('SIGKILL')
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const [code] = await ended
  const [out, err] = await said
  return { code: code as number | null, out, err }
}

/** Straight to the embedded database, as the product's own role. */
async function connect(): Promise<pg.Client> {
  const password = (await readFile(path.join(dataDir, 'keys', 'postgres-intake.password'), 'utf8')).trim()
  const port = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const url = systemUrl(`postgresql://intake:${password}@127.0.0.1:${port}/intake`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const keyFiles = async () =>
  (await readdir(path.join(dataDir, 'keys'))).filter((name) => name.startsWith('main')).sort()

async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  if (!database) throw new Error('not connected')
  return (await database.query<Row>(sql, values)).rows
}

/** How many rows are under the key, of all that name one. */
const under = async (keyId: string): Promise<number> => {
  const [row] = await rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT "wrappedKey" FROM "FormSession"
       UNION ALL SELECT "wrappedKey" FROM "Document" WHERE "formSessionId" IS NULL
       UNION ALL SELECT "secret" FROM "UserOtp"
     ) AS wrapped (value) WHERE intake_key_id(value) = $1`,
    [keyId],
  )
  return row?.count ?? -1
}

const states = async () =>
  Object.fromEntries(
    (await rows<{ state: string; id: string }>('SELECT "state", "keyId" AS id FROM "KeyCheck"')).map(
      ({ state, id }) => [state, id],
    ),
  )

const statement = (number: number) =>
  Buffer.from(SMALL_PDF.toString().replace('%%EOF', `%statement ${number}\n%%EOF`))

it('changes the main key under load, over every kill, and loses nothing', async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-rotate-'))
  server = await start()
  let url = server.url
  database = await connect()
  const token = await signIn(url, EMAIL)
  const { recoveryCodes } = await switchOtpOn(url, token)
  const { current: oldKey = '' } = await states()
  expect(await keyFiles()).toEqual(['main.key'])

  const get = (pathname: string) =>
    fetch(`${url}/api${pathname}`, { headers: { authorization: `Bearer ${token}` } })
  const attach = async (session: string, number: number): Promise<string> => {
    const { status, body } = await upload(url, {
      content: statement(number),
      headers: { 'x-form-session': session },
    })
    expect(status).toBe(200)
    return isRecord(body.data) ? String(body.data.id) : ''
  }

  // Applications with statements, drafts with statements, a file of a company; and a page that has stored nothing yet.
  const submitted = await Promise.all(
    Array.from({ length: SUBMITTED }, async (_none, number) => {
      const session = await openFormSession(url)
      const document = await attach(session, number)
      const { status, body } = await submitApplication(url, session, { partner1SSN: SSN })
      expect(status).toBe(200)
      return { session, number, document, receipt: body.data }
    }),
  )
  const drafts = await Promise.all(
    Array.from({ length: DRAFTS }, async (_none, number) => {
      const session = await openFormSession(url)
      const document = await attach(session, 100 + number)
      expect((await saveDraft(url, session, { city: `Town ${number}`, partner1SSN: SSN })).status).toBe(200)
      return { session, number: 100 + number, document }
    }),
  )
  const untouched = await openFormSession(url)
  const [company] = await rows<{ id: string }>('SELECT "id" FROM "Company"')
  const own = await upload(url, {
    content: statement(999),
    fields: { companyId: company?.id ?? '' },
    headers: { authorization: `Bearer ${token}` },
  })
  const ownId = isRecord(own.body.data) ? String(own.body.data.id) : ''
  await expect
    .poll(async () => rows(`SELECT 1 FROM "SubmissionDesk" WHERE "pdfState" <> 'ready'`), { timeout: 60_000 })
    .toEqual([])

  // People go on working all the while, and nobody may notice anything.
  let running = true
  const late: { session: string; number: number; document: string; receipt: unknown }[] = []
  const troubles: string[] = []
  const keep = async (what: string, work: () => Promise<number>) => {
    while (running) {
      const status = await work().catch(String)
      if (status !== 200) troubles.push(`${what}: ${status}`)
      // People pause, and the command needs a processor too.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const applicant = () =>
    keep('applicant', async () => {
      const session = await openFormSession(url)
      const number = 200 + late.length
      const document = await attach(session, number)
      const { status, body } = await submitApplication(url, session, { partner1SSN: SSN })
      late.push({ session, number, document, receipt: body.data })
      return status
    })
  let turn = 0
  const writer = () =>
    keep('writer', async () => {
      const { session } = drafts[turn++ % DRAFTS] ?? { session: '' }
      return (await saveDraft(url, session, { nature: `Bakery ${turn}` })).status
    })
  const reader = () =>
    keep('reader', async () => {
      const { document, receipt } = submitted[turn++ % SUBMITTED] ?? {}
      const answers = [
        await get(`/documents/document/${document}`),
        await get(`/form/pdf/${receipt?.id}?original=1`),
      ]
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      return answers.find(({ status }) => status !== 200)?.status ?? 200
    })
  const searcher = () =>
    keep('searcher', async () => {
      const search = { token, body: { number: SSN } }
      const { status, body } = await call(url, 'POST', '/form/submissions/search', search)
      return Number(body.total) >= SUBMITTED ? status : 0
    })
  const work = Promise.all([applicant(), writer(), reader(), searcher()])

  // Killed as the new key's file appears, as it becomes the current one, as one row is left, and as the old one is refused.
  const kill = async (when: () => Promise<boolean>) =>
    expect(await rotate(when)).toMatchObject({ code: null })
  await kill(async () => (await keyFiles()).length > 1)
  await kill(async () => 'previous' in (await states()))
  const between = await states()
  expect(between.previous).toBe(oldKey)
  const holder = await connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM "UserOtp" FOR UPDATE')
  await kill(async () => (await under(oldKey)) === 1)
  await holder.query('COMMIT')
  await holder.query('BEGIN')
  await kill(async () => (await rows('SELECT 1 FROM "RetiredKey"')).length > 0)
  expect(await keyFiles()).toContain('main.key')

  const both = [rotate(), rotate()]
  const refused = await Promise.race(both)
  await holder.end()
  const [complete] = (await Promise.all(both)).filter((result) => result !== refused)
  expect(refused.err).toContain('Another process is changing the keys or making a backup')
  expect(complete).toMatchObject({ code: 0, err: '' })
  expect(complete?.out).toContain(`nothing is left under key ${oldKey}`)
  running = false
  await work
  expect(troubles).toEqual([])

  const { current: newKey = '', ...others } = await states()
  expect(newKey).toBe(between.current)
  expect(others).toEqual({})
  expect(await under(oldKey)).toBe(0)
  expect(await keyFiles()).toEqual([`main-${newKey}.key`])
  expect((await stat(path.join(dataDir, 'keys', `main-${newKey}.key`))).mode & 0o777).toBe(0o600)

  const check = async (applications: typeof late) => {
    for (const { number, document, receipt, session } of applications) {
      const id = isRecord(receipt) ? String(receipt.id) : ''
      const { body } = await call(url, 'GET', `/form/submissions/${id}`, { token })
      expect(JSON.stringify(body)).toContain(SSN)
      const file = await get(`/documents/document/${document}`)
      expect(Buffer.from(await file.arrayBuffer())).toEqual(statement(number))
      // Whoever lost the answer gets the same one.
      const again = await submitApplication(url, session, { partner1SSN: SSN })
      expect(again).toMatchObject({ status: 200, body: { data: receipt } })
    }
    for (const { receipt } of submitted.slice(0, 3)) {
      const pdf = await get(`/form/pdf/${receipt?.id}?original=1`)
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    }
    const file = await get(`/documents/document/${ownId}`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(statement(999))
  }
  await check([...submitted, ...late.slice(0, 10)])

  await database.end()
  database = undefined
  expect(await server.stop()).toBe(0)
  server = await start()
  url = server.url
  await check(submitted.slice(0, 3))
  const search = { token, body: { number: SSN } }
  const { body } = await call(url, 'POST', '/form/submissions/search', search)
  expect(body.total).toBe(SUBMITTED + late.length)

  // Applicants of before go on where they were, and people sign in with what they wrote down.
  const [draft] = drafts
  const kept = await call(url, 'POST', '/form/submit', {
    body: {
      ...fullApplication({ partner1SSN: '' }),
      formSubmissionId: draft?.session,
      kept: ['partner1SSN'],
    },
  })
  expect(kept.status).toBe(200)
  const counted = await call(url, 'POST', '/form/submissions/search', search)
  expect(counted.body.total).toBe(SUBMITTED + late.length + 1)
  expect((await submitApplication(url, untouched)).status).toBe(200)
  const login = await call(url, 'POST', '/auth/login', { body: { email: EMAIL, password: TEST_PASSWORD } })
  const verified = await call(url, 'POST', '/auth/verify', {
    body: { ticket: login.body.ticket, code: recoveryCodes[0] },
  })
  expect(verified.status).toBe(200)
}, 180_000)
