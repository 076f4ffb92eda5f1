import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createKeyRing } from '../../platform/crypto/keys.ts'
import { systemUrl } from '../../platform/database/connections.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

const { db, url, adminUrl } = await testDatabase()
const services = { db, keys: createKeyRing(randomBytes(32)), log: { warn: () => {} } }
const client = new pg.Client({ connectionString: systemUrl(url) })
await client.connect()
afterAll(() => client.end())

const write = () =>
  client.query({ name: 'write', text: `INSERT INTO "AuditEntry" ("act") VALUES ('sign-in') RETURNING "id"` })
const places = async () =>
  (
    await client.query<{ part: string; count: number }>(
      `SELECT tableoid::regclass::text AS part, count(*)::int FROM "AuditEntry" GROUP BY 1 ORDER BY min("id")`,
    )
  ).rows
const month = (ahead: number) => {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
  return `intake_partitions."AuditEntry_${first.toISOString().slice(0, 7).replace('-', '_')}"`
}
const FIRST = 'intake_partitions."AuditEntry_first"'
const add = () => client.query('SELECT intake_add_audit_partitions()')

test('entries from before the partitions stay in the first one, and later ones go to the month they are written in', async () => {
  for (const id of [1, 2, 3])
    await client.query(`INSERT INTO "AuditEntry" ("id", "act") VALUES ($1, 'sign-in')`, [id])
  await sealEntries(services)
  await write()
  expect(await places()).toEqual([
    { part: FIRST, count: 3 },
    { part: month(0), count: 1 },
  ])
  await write()
  expect(await sealEntries(services)).toBe(2)
  expect(await verifyChain(services)).toMatchObject({ broken: null, late: [], unsealed: 0 })
  const listed = await db
    .system('test')
    .write((system) => system.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 4 }))
  expect(listed.map(({ id }) => id > 10n ** 12n)).toEqual([true, true, false, false])
})

test('partitions of two more months are there, and one that is missing is made', async () => {
  await client.query(`DROP TABLE ${month(2)}`)
  await Promise.all([
    add(),
    db.system('test').write((tx) => tx.$executeRaw`SELECT intake_add_audit_partitions()`),
  ])
  await client.query(
    `SELECT setval('"AuditEntry_id_seq"', (SELECT max("id") FROM "AuditEntry") + 10000000000)`,
  )
  await write()
  await add()
  await write()
  expect((await places()).at(-1)).toEqual({ part: month(1), count: 2 })
  await client.query(`SELECT setval('"AuditEntry_id_seq"', 1000)`)
  await add()
  await write()
  expect((await places()).at(-1)).toEqual({ part: month(1), count: 3 })
  expect(await client.query(`SELECT FROM ${month(2)}`)).toMatchObject({ rowCount: 0 })
})

test.each([FIRST, month(0)])('%s shows and changes nothing of its own', async (part) => {
  expect((await client.query(`SELECT FROM ${part}`)).rowCount).toBe(0)
  for (const attempt of [`DELETE FROM ${part}`, `UPDATE ${part} SET "act" = ''`, `TRUNCATE ${part}`])
    await expect(client.query(attempt)).rejects.toThrow(/permission denied/)
  await expect(client.query(`INSERT INTO ${part} ("act") VALUES ('')`)).rejects.toThrow(/permission denied/)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await expect(admin.query(`DELETE FROM ${part}`)).rejects.toThrow(/append-only/)
  await admin.end()
})

test("a list's newest entries are found without the partitions before", async () => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN (ANALYZE, COSTS off) SELECT * FROM "AuditEntry" ORDER BY "id" DESC LIMIT 1',
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Append/)
  expect(plan).not.toMatch(/Merge/)
  expect(plan).toMatch(/AuditEntry_first.*never executed/)
})
