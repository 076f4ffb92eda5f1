import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepPresence } from '../../jobs/presence.ts'
import { systemUrl } from '../../platform/database/connections.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { presenceName } from '../../platform/rotation/servers.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { restoreDump, unpack } from './archive.ts'

const { url } = await emptyDatabase()
const fresh = await testDatabase()
const clients: pg.Client[] = []

async function connect(to: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: systemUrl(to) })
  clients.push(client)
  await client.connect()
  return client
}

let database: pg.Client

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-adopt-'))
  const { dump } = await unpack(folder)
  await rm(folder, { recursive: true })
  await restoreDump(url, dump)
  database = await connect(url)
}, 120_000)
afterAll(() => Promise.all(clients.map((client) => client.end())))

/**
 * Everything that PostgreSQL knows of the schema, but for the order of columns, partitions of later months and what
 * PostgreSQL 15, which dumped the fixture, doesn't know: names of NOT NULL constraints, and MAINTAIN ('m' in a privilege).
 */
async function readCatalogue(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH relation AS (
      SELECT c.*, c.oid::regclass::text AS name FROM pg_class c
       WHERE relnamespace IN ('public'::regnamespace, 'intake_sql'::regnamespace) OR relname = 'AuditEntry_first'
    )
    SELECT format('%s %s rls %s %s acl %s options %s storage %s', relkind, name, relrowsecurity, relforcerowsecurity,
        replace(relacl::text, 'm/', '/'), reloptions, relpersistence) AS line FROM relation
    UNION ALL SELECT format('column %s.%s %s not null %s default %s generated %s storage %s collation %s acl %s', name, attname,
        format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attgenerated, attstorage, attcollation, attacl)
      FROM relation JOIN pg_attribute a ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL SELECT format('index %s valid %s', pg_get_indexdef(indexrelid), indisvalid)
      FROM relation JOIN pg_index ON indrelid = relation.oid
    UNION ALL SELECT format('constraint %s %s %s validated %s', name, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
      FROM relation JOIN pg_constraint ON conrelid = relation.oid AND contype <> 'n'
    UNION ALL SELECT format('trigger %s %s enabled %s', name, pg_get_triggerdef(t.oid), tgenabled)
      FROM relation JOIN pg_trigger t ON tgrelid = relation.oid AND NOT tgisinternal
    UNION ALL SELECT format('policy %s %s %s %s %s using %s check %s', name, polname, polcmd, polpermissive, polroles,
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      FROM relation JOIN pg_policy ON polrelid = relation.oid
    UNION ALL SELECT format('function %s acl %s', pg_get_functiondef(oid), proacl) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND starts_with(proname, 'intake_')
    UNION ALL SELECT format('sequence %s %s %s %s of %s.%s', name, seqincrement, seqmax, seqcycle, refobjid::regclass, refobjsubid > 0)
      FROM relation JOIN pg_sequence ON seqrelid = relation.oid
        LEFT JOIN pg_depend d ON d.objid = relation.oid AND deptype = 'a' AND classid = 'pg_class'::regclass
    UNION ALL SELECT format('enum %s %s', enumtypid::regtype, string_agg(enumlabel, ' ' ORDER BY enumsortorder))
      FROM pg_enum GROUP BY enumtypid
    UNION ALL SELECT format('extension %s', extname) FROM pg_extension
    UNION ALL SELECT format('schema %s %s', nspname, nspacl) FROM pg_namespace
      WHERE nspname !~ '^pg_|^information_schema$|^graphile_worker$'`)
  return rows.map(({ line }) => line).toSorted()
}

type Columns = Map<string, string[]>

async function readColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(attname::text ORDER BY attname) AS columns
       FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
      GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** They were numerics. */
const AMOUNTS = ['amountRequested', 'monthlySales']

/** All rows as text, of the columns that are in both. */
async function readRows(client: pg.Client, columns: Columns, others: Columns) {
  const tables: Record<string, string[]> = {}
  for (const [table, names] of columns) {
    const shared = names
      .filter((name) => others.get(table)?.includes(name))
      .map((name) => `${pg.escapeIdentifier(name)}${AMOUNTS.includes(name) ? '::float8' : ''}`)
    // A table before, and now the part of SubmissionDesk that searches read.
    if (shared.length === 0 || table === 'SubmissionSearch') continue
    const { rows } = await client.query<{ row: string }>(
      `SELECT ROW(${shared.join(', ')})::text AS row FROM ${pg.escapeIdentifier(table)}`,
    )
    // The permission that adoption gives to company administrators.
    tables[table] = rows.map(({ row }) => row.replace('submission:delete,', '')).toSorted()
  }
  return tables
}

/** What moved into SubmissionDesk. */
const MOVED = `id, "submittedById", "submittedBy", "legalName", "dbaName", "advanceAmount", sales, "pdfState", "pdfFile", "pdfFailure",
  "legalHoldAt", "legalHoldBy", "legalHoldReason", "keepUntil", "awaitsSignatureUntil", "searchNames", "searchUser"`

async function readMoved(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT ROW(moved.*)::text AS row FROM (${sql}) AS moved`,
  )
  return rows.map(({ row }) => row).toSorted()
}

/** By company or of all: what stands, what links have, what came on each day of UTC and what was decided on each day. */
const COUNTED = `
  SELECT "companyId", '' AS "linkId", '-infinity'::date AS day, coalesce(status::text, 'all') AS measure, count(*)::int, coalesce(sum("amountRequested"::numeric), 0)::float8 AS amount
    FROM "SubmissionDesk" GROUP BY GROUPING SETS (("companyId", status), ("companyId"), (status), ())
  UNION ALL SELECT "companyId", "linkId", '-infinity', 'link', count(*), 0 FROM "SubmissionDesk" GROUP BY 1, 2
  UNION ALL SELECT "companyId", '', at, 'received', count(*), 0
    FROM (SELECT "companyId", ("createdAt" AT TIME ZONE 'UTC')::date AS at FROM "SubmissionDesk") AS received GROUP BY GROUPING SETS (("companyId", at), (at))
  UNION ALL SELECT "companyId", coalesce("linkId", ''), at, measure, count(*), 0 FROM (
    SELECT d."companyId", "linkId", (at AT TIME ZONE c."timeZone")::date AS at, measure FROM "SubmissionDesk" d JOIN "Company" c ON c.id = d."companyId",
      LATERAL (VALUES (d."createdAt", 'submitted'), ("decidedAt", 'decided'), ("fundedAt", 'funded')) AS step (at, measure) WHERE at IS NOT NULL
  ) AS step GROUP BY GROUPING SETS (("companyId", "linkId", at, measure), (at, measure))`
const FUNNEL = 'SELECT "companyId", "linkId", day, measure, bucket, sum(count)::int FROM'
const BEGUN = "WHERE measure IN ('opened', 'started', 'signed') GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0"
const KEPT = `
  SELECT "companyId", "linkId", day, measure, sum(count)::int, sum(amount)::float8 FROM "SubmissionFigure"
  WHERE measure NOT IN ('opened', 'started', 'signed') GROUP BY 1, 2, 3, 4`

describe('a database of release 0.2.0', () => {
  it('is refused while servers of that release run on it', async () => {
    const older = keepPresence(url)
    await older.announce(presenceName([]))
    await expect(migrate(url)).rejects.toThrow(
      /^Servers of an older version run on this database \(1\), and this version removes what they use .*; stop them, then start this one$/,
    )
    await older.close()
  })

  it('is refused if a migration of that release is missing', async () => {
    const { rows } = await database.query<{ id: string }>(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
        WHERE migration_name = '20261121063352_add_client_file_id' RETURNING id`,
    )
    await expect(migrate(url)).rejects.toThrow(
      'The database is of a release before 0.2.0; start release 0.2.0 (72cde67) on it first, then this one',
    )
    await database.query('UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE id = $1', [rows[0]?.id])
  })

  it('is refused while that release has records to upgrade', async () => {
    const job = `SELECT graphile_worker.add_job('upgrade:hash-owners', '{}', job_key => 'upgrade:hash-owners')`
    await database.query(job)
    await database.query('CREATE TABLE kept AS SELECT * FROM "SubmissionOwner"')
    await database.query('DELETE FROM "SubmissionOwner"')
    await expect(migrate(url)).rejects.toThrow('release 0.2.0 has not upgraded all records of earlier ones')
    await database.query('INSERT INTO "SubmissionOwner" SELECT * FROM kept')
    await database.query('DROP TABLE kept')
  })

  it('becomes as a new one is, and keeps every row', async () => {
    const before = await readColumns(database)
    const after = await readColumns(await connect(fresh.url))
    const rows = await readRows(database, before, after)
    expect(rows.FormSubmission).toHaveLength(180)
    const moved = await readMoved(database, `SELECT ${MOVED} FROM "FormSubmission"`)
    const owners = await readMoved(
      database,
      'SELECT id, array_remove(hashes, 0) FROM "SubmissionOwner" WHERE cardinality(hashes) > 1',
    )
    const signed = await readMoved(database, `${FUNNEL} "DeskFigure" ${BEGUN}`)
    expect([owners.length, signed.length]).toEqual([180, 11])
    expect(await migrate(url)).toContain('adopt/0.2.0.sql')
    expect(await readMoved(database, `SELECT ${MOVED} FROM "SubmissionDesk"`)).toEqual(moved)
    expect(
      await readMoved(
        database,
        'SELECT id, "ownerHashes" FROM "SubmissionDesk" WHERE cardinality("ownerHashes") > 0',
      ),
    ).toEqual(owners)
    expect(await readMoved(database, `${FUNNEL} "SubmissionFigure" ${BEGUN}`)).toEqual(signed)
    expect(await readMoved(database, KEPT)).toEqual(await readMoved(database, COUNTED))
    expect(await readCatalogue(database)).toEqual(await readCatalogue(await connect(fresh.url)))
    // Permissions that were part of others before, those of funders, and to send applications in.
    const adopted = JSON.stringify(await readRows(database, after, before))
    const added =
      /,(submission:(create|reveal|export|delete)|page:funders|funder:\w+|package:send|offer:update)/g
    const without = adopted.replace(added, '')
    // PostgreSQL quotes an array only if it has more than one value.
    expect(JSON.parse(without.replace(/\\"(\{[\w:-]+\})\\"/g, '$1'))).toEqual(rows)
    const { rows: jobs } = await database.query(
      `SELECT task_identifier AS task, count(*)::int FROM graphile_worker.jobs WHERE key NOT IN ('sweep', 'retention') GROUP BY 1`,
    )
    expect(jobs).toEqual([{ task: 'submission-arrived', count: 178 }])
    expect(await migrate(url)).toEqual([])
  })
})
