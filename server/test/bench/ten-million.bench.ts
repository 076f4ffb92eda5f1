// Loads many submissions with what lists show alone (no answers, sessions or documents) into a new server's database, and
// prints how long it took and how many bytes a submission takes. Run by: npx tsx server/test/bench/ten-million.bench.ts
// ADMIN_URL [rows], a superuser's address of the database of a server that runs with WORKER=off.
import pg from 'pg'
import { readArguments } from '../../command-line.mjs'

const { positionals } = readArguments({
  usage: 'npx tsx server/test/bench/ten-million.bench.ts ADMIN_URL [ROWS]',
  operands: [1, 2],
})
const [url = '', wanted = '10000000'] = positionals
const rows = Number(wanted)
const COMPANIES = 20_000
const TABLES = ['FormSubmission', 'SubmissionDesk', 'SubmissionFigure']

const client = new pg.Client({ connectionString: url, options: '-c intake.scope=system' })
await client.connect()

async function timed(name: string, ...statements: string[]): Promise<void> {
  const began = performance.now()
  for (const statement of statements) await client.query(statement)
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${name}`)
}

// Triggers and foreign keys of each row take most of the time otherwise.
await timed(
  'prepare',
  'ALTER SYSTEM SET max_wal_size = 1024',
  'ALTER SYSTEM SET fsync = off',
  'ALTER SYSTEM SET checkpoint_timeout = 3600',
  'SELECT pg_reload_conf()',
  'SET session_replication_role = replica',
  'SET synchronous_commit = off',
  "SET maintenance_work_mem = '1GB'",
  "SET work_mem = '256MB'",
)
await timed(
  `${COMPANIES} companies with a link and a user each`,
  `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt")
   SELECT md5('company' || n)::uuid, 'Broker ' || n || ' Funding', 'Broker ' || n || ' Funding', now() FROM generate_series(0, ${COMPANIES - 1}) AS n ON CONFLICT DO NOTHING`,
  `INSERT INTO "GeneratedLink" ("id", "slug", "companyId")
   SELECT md5('link' || n)::uuid, md5('link' || n), md5('company' || n)::uuid FROM generate_series(0, ${COMPANIES - 1}) AS n ON CONFLICT DO NOTHING`,
  `INSERT INTO "User" ("id", "name", "email", "emailKey", "companyId", "passwordHash", "updatedAt")
   SELECT md5('user' || n)::uuid, 'Broker ' || n, 'user-' || n || '@example.com', 'user-' || n || '@example.com',
     md5('company' || n)::uuid, '', now() FROM generate_series(0, ${COMPANIES - 1}) AS n ON CONFLICT DO NOTHING`,
)
const { rows: indexes } = await client.query<{ name: string; definition: string }>(
  `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
   WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  [TABLES.map((table) => `"${table}"`)],
)
for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
await timed(
  'submissions',
  `INSERT INTO "FormSubmission" ("id", "companyId", "linkId", "formData", "valuesDigest", "createdAt")
   SELECT gen_random_uuid(), md5('company' || broker)::uuid, md5('link' || broker)::uuid, '', '',
     now() - (${rows} - n) * (interval '730 days' / ${rows})
   FROM (SELECT n, CASE WHEN n % 2 = 0 THEN 0 ELSE n / 2 % ${COMPANIES} END AS broker FROM generate_series(1, ${rows}) AS n) AS numbered`,
)
await timed(
  'rows of the desk, nine in ten worked on',
  `INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "submittedById", "submittedBy", "createdAt", "legalName", "dbaName",
     "state", "advanceAmount", "sales", "amountRequested", "monthlySales", "pdfState", "documentCount", "status", "statusKey",
     "statusAt", "ownerId", "ownerName", "decidedAt", "fundedAt", "updatedAt")
   SELECT s."id", s."companyId", "linkId", u."id", u."name", s."createdAt",
     CASE WHEN n % 100 = 37 THEN 'Quillfeather ' ELSE '' END || CASE WHEN n % (${rows} / 100) = 3 THEN 'Tamarisk ' ELSE '' END
       || (ARRAY['Golden','Northern','Ocean','Maple','Señor','Harbor','Summit','Blue','Old','Русский','Prime'])[1 + number % 11] || ' '
       || (ARRAY['Bakery','Plumbing','Trucking','Dental','Roofing','Café','Salon','Motors','Foods','Tools'])[1 + number % 10]
       || ' ' || n || ' ' || (ARRAY['LLC','Inc.','Corp.','& Sons','Group','Partners','Holdings'])[1 + number % 7],
     CASE WHEN n % 3 = 0 THEN 'The ' || n % 97 || 'th Street shop' ELSE '' END,
     (ARRAY['NY','TX','CA','FL','NJ','IL','PA','OH','GA','NC'])[1 + number % 10], (5000 + number % 300000)::text,
     (8000 + number % 900000)::text, 5000 + number % 300000, 8000 + number % 900000, 'ready', number % 6, "status", "status"::text,
     s."createdAt" + number % 20 * interval '1 day', CASE WHEN number % 3 > 0 THEN u."id" END,
     CASE WHEN number % 3 > 0 THEN u."name" ELSE '' END,
     CASE WHEN "status" >= 'approved' THEN s."createdAt" + number % 20 * interval '1 day' END,
     CASE WHEN "status" = 'funded' THEN s."createdAt" + (number % 20 + 1) * interval '1 day' END,
     s."createdAt" + number % 20 * interval '1 day'
   FROM (SELECT *, CASE WHEN number % 10 = 0 THEN 'new' ELSE (enum_range(NULL::"SubmissionStatus"))[1 + number % 8] END AS "status"
     FROM (SELECT *, row_number() OVER (ORDER BY "createdAt") AS n, abs(hashtext("id")) AS number FROM "FormSubmission") AS s) AS s
   JOIN "User" u ON u."companyId" = s."companyId"`,
)
for (const { name, definition } of indexes) await timed(`index ${name}`, definition)
await timed('VACUUM (ANALYZE)', 'VACUUM (ANALYZE)')
await timed(
  "the dashboard's figures",
  `INSERT INTO "SubmissionChange" ("companyId", "after") SELECT "companyId", intake_counted(d, NULL) FROM "SubmissionDesk" d`,
  'SELECT intake_sum_changes()',
  'VACUUM (ANALYZE) "SubmissionFigure", "SubmissionChange"',
)
for (const table of TABLES) {
  const { rows: sizes } = await client.query<{ heap: number; indexes: number }>(
    `SELECT pg_table_size($1::regclass)::float8 AS heap, pg_indexes_size($1::regclass)::float8 AS indexes`,
    [`"${table}"`],
  )
  for (const { heap, indexes: indexed } of sizes)
    console.log(
      `${table.padEnd(18)} table ${(heap / 1e9).toFixed(2)} GB, indexes ${(indexed / 1e9).toFixed(2)} GB; ` +
        `${Math.round(heap / rows)} + ${Math.round(indexed / rows)} bytes a submission`,
    )
}
await client.end()
