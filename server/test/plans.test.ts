// @module-tag long
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { PASSWORD, SIGN_IN } from './bench/filled/brokers.ts'
import { fill } from './bench/filled/fill.ts'
import type { Question } from './bench/lists/questions.ts'
import { planFaults, toPlan } from './bench/plans/plan-faults.ts'
import { askPlanned, planQuestions } from './bench/plans/plan-questions.ts'
import { signIn } from './support/factories.ts'
import { startTestServer, TEST_ADMIN } from './support/server.ts'

/** Tables that grow with submissions, companies and users, and their partitions. */
const GROWING =
  /^(User|Role|FormSubmission|Submission(Desk|Search|Figure|Note|Request|Addition)|FormSession|Document|Event|Registration|Audit(Entry|Seal)(_\w+)?)$/

/** With sequential scans off, PostgreSQL reads a table whole only where no index serves. */
const SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  `auto_explain.log_min_duration = 0`,
  `auto_explain.log_analyze = on`,
  `auto_explain.log_timing = off`,
  `auto_explain.log_level = notice`,
  `auto_explain.log_format = json`,
  `auto_explain.log_nested_statements = on`,
  `enable_seqscan = off`,
]

const encryptionKey = randomBytes(32)
const { url, adminUrl, services } = await startTestServer({ encryptionKey })
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
afterAll(() => admin.end())
await fill(adminUrl, encryptionKey, {
  submissions: 2000,
  companies: 40,
  users: 80,
})
const database = new URL(adminUrl).pathname.slice(1)
for (const setting of SETTINGS) await admin.query(`ALTER DATABASE ${database} SET ${setting}`)

let plans: unknown[] = []
for (const { pool } of Object.values(services.db.connections))
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\n(.*)/s.exec(message)?.[1]
      if (json) plans.push(toPlan(json))
    }),
  )
// New connections have the settings.
for (const { pool } of Object.values(services.db.connections)) {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) client.release(true)
}

async function faultsOf(token: string, questions: Question[]): Promise<string[]> {
  const faults: string[] = []
  for (const question of questions) {
    plans = []
    const status = await askPlanned(url, token, question)
    if (status !== 200 && status !== 403) faults.push(`${question.name}: status ${status}`)
    if (plans.length === 0) faults.push(`${question.name}: no plan`)
    const found = new Set(plans.flatMap((plan) => planFaults(plan, (table) => GROWING.test(table))))
    faults.push(...[...found].map((fault) => `${question.name}: ${fault}`))
  }
  return faults
}

describe('every list, search, count, board, dashboard and export', () => {
  it.each([
    ['of all companies', TEST_ADMIN.email, TEST_ADMIN.password],
    ['of one with half of all submissions', SIGN_IN.large, PASSWORD],
    ['of a small one', SIGN_IN.small, PASSWORD],
  ])('%s is read by indexes', async (_whose, email, password) => {
    const token = await signIn(url, email, password)
    expect(await faultsOf(token, await planQuestions(url, token))).toEqual([])
  })

  it.each([
    ['SubmissionDesk_merchant_createdAt_id_companyId_idx', 'by merchant, first page'],
    ['SubmissionDesk_state_createdAt_id_companyId_idx', 'filter: a state'],
    ['SubmissionDesk_amountRequested_createdAt_id_companyId_idx', 'filter: an amount'],
    ['SubmissionDesk_statusAt_createdAt_id_companyId_idx', 'by statusAt, first page'],
    ['SubmissionDesk_updatedAt_createdAt_id_companyId_idx', 'by updatedAt'],
    ['SubmissionDesk_search_idx', 'search: a rare word'],
  ])('would not be without %s', async (index, name) => {
    const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const asked = (await planQuestions(url, token)).filter((question) => question.name === name)
    const { rows } = await admin.query<{ sql: string }>(
      `SELECT pg_get_indexdef('"${index}"'::regclass) AS sql`,
    )
    await admin.query(`DROP INDEX "${index}"`)
    try {
      expect(await faultsOf(token, asked)).toEqual([expect.stringContaining(`${name}: reads all of`)])
    } finally {
      // With the indexes of its partitions.
      await admin.query(rows[0]?.sql.replace(' ON ONLY ', ' ON ') ?? '')
    }
  })

  it("counts a company's audit entries without reading them or those of others", async () => {
    const token = await signIn(url, SIGN_IN.small, PASSWORD)
    const question = { name: 'audit log', path: '/audit/get', query: { range: [0, 9] } }
    expect(await faultsOf(token, [question])).toEqual([])
    expect(JSON.stringify(plans)).toMatch(
      /"Index Only Scan"[^{}]*"Index Name":"AuditEntry_\w+_companyId_id_objectType_idx"[^{}]*"Index Cond":"\(\\"companyId\\" = /,
    )
  })

  it.each(['link', 'company'])(
    'reads some links or companies for a page of two statuses by %s',
    async (field) => {
      const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
      const query = { filter: { status: ['new', 'in_review'] }, sort: [field, 'DESC'], range: [0, 9] }
      expect(await faultsOf(token, [{ name: field, path: '/form/submissions', query }])).toEqual([])
      expect(JSON.stringify(plans)).toMatch(/"Incremental Sort"/)
    },
  )

  const COUNTS = '/form/submissions/counts'
  it.each([
    [
      'all changes',
      '/form/submissions',
      { updatedSince: '2020-01-01T00:00:00Z' },
      /updatedAt_createdAt_id_companyId_idx"/,
    ],
    ['those that wait', COUNTS, { openDays: 30 }, /companyId_statusAt_id_statusKey_idx"/],
    ['those without owner', COUNTS, { ownerId: 'none' }, /companyId_id_statusKey_statusOrder_\w+"/],
    ["a company's by status", COUNTS, {}, /companyId_statusKey_createdAt_id_idx"/],
    ['a search by status', COUNTS, { q: 'bakery llc' }, /companyId_createdAt_id_searchNames_\w+"/],
    [
      'those of few returned debits',
      '/form/submissions',
      { nsfCountTo: 3 },
      /nsfCount_\w+"[^{}]*"Index Cond":"\(\(\\"nsfCount\\" <= /,
    ],
  ])('counts %s without reading the rows', async (name, path, filter, index) => {
    const token = await signIn(url, SIGN_IN.large, PASSWORD)
    expect(await faultsOf(token, [{ name, path, query: { filter } }])).toEqual([])
    expect(JSON.stringify(plans)).toMatch(
      new RegExp(`"Index Only Scan"[^{}]*"Index Name":"SubmissionSearch_${index.source}`),
    )
  })
})
