import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { createKeyRing } from '../../crypto/keys.ts'
import { systemUrl } from '../../database/db.ts'
import { migrate, migrateTo } from '../../database/migrate.ts'
import { migrationsFolder, readMigrations } from '../../database/migrations-folder.ts'
import { emptyDatabase } from '../../test/support/database.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

const { db, url, adminUrl } = await emptyDatabase()
const services = { db, keys: createKeyRing(randomBytes(32)), log: { warn: () => {} } }
const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
await migrateTo(
  url,
  names.filter((name) => name < '20261124002'),
)
const client = new pg.Client({ connectionString: systemUrl(url) })
await client.connect()
afterAll(() => client.end())

// As a node of the release before does, which also has prepared it already.
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

test('entries of the release before stay where they are, and later ones go to the month they are written in', async () => {
  for (let count = 0; count < 3; count++) await write()
  await sealEntries(services)
  await migrate(url)
  await write()
  expect(await places()).toEqual([
    { part: FIRST, count: 3 },
    { part: month(0), count: 1 },
  ])
  await write()
  expect(await sealEntries(services)).toBe(2)
  expect(await verifyChain(services)).toMatchObject({ broken: null, late: [], unsealed: 0 })
  const listed = await asSystem(db, 'test', (system) =>
    system.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 4 }),
  )
  expect(listed.map(({ id }) => id > 10n ** 12n)).toEqual([true, true, false, false])
})

test('partitions of two more months are there, and one that is missing is made', async () => {
  await client.query(`DROP TABLE ${month(2)}`)
  await Promise.all([
    add(),
    asSystem(db, 'test', (tx) => tx.$executeRaw`SELECT intake_add_audit_partitions()`),
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
