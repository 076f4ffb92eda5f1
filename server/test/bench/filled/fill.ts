import pg from 'pg'
import type { KeyRing } from '../../../platform/crypto/keys.ts'
import { readKeyRing } from '../../../platform/crypto/main-key.ts'
import { systemUrl } from '../../../platform/database/connections.ts'
import { openPools } from '../../../platform/database/db.ts'
import { insertSubmissions, rememberWords, toSubmission } from './applications.ts'
import { brokerOf, insertBrokers, makeBrokers, type Size } from './brokers.ts'
import { HISTORY, OF_AUDIT } from './history.ts'

const BATCH = 2_500

/**
 * Companies, users and real, readable applications of the product's own making, and statistics on them, as
 * autovacuum would have made them. The first company has half of all submissions, the second 50.
 * @param url a superuser's, of a database that a server was started on with this main key
 */
export async function fill(url: string, mainKey: Buffer, size: Size): Promise<void> {
  const keys = rememberWords(await readServerKeys(url, mainKey))
  const clients = [1, 2].map(() => new pg.Client({ connectionString: systemUrl(url) }))
  const [client, second] = clients
  if (!client || !second) throw new Error('Too few connections')
  await Promise.all(clients.map((each) => each.connect()))
  try {
    const brokers = makeBrokers(size)
    await insertBrokers(client, brokers)
    for (const each of clients) for (const setting of SETTINGS) await each.query(`SET ${setting}`)
    const indexes = await dropIndexes(client, [
      'FormSession',
      'FormSubmission',
      'SubmissionDesk',
      'Document',
      'Event',
      'AuditEntry',
    ])
    const inserted = timed('submissions')
    const under: Promise<unknown>[] = []
    for (let from = 0; from < size.submissions; from += BATCH) {
      const count = Math.min(BATCH, size.submissions - from)
      const numbers = Array.from({ length: count }, (_, index) => from + index)
      const rows = numbers.map((number) => toSubmission(keys, brokerOf(brokers, number, size), number, size))
      // PostgreSQL inserts two batches while Node encrypts the next.
      if (under.length === clients.length) await under.shift()
      under.push(insertSubmissions((from / BATCH) % 2 === 0 ? client : second, rows))
    }
    await Promise.all(under)
    inserted()
    await Promise.all([runTimed(client, OF_AUDIT), runTimed(second, HISTORY)])
    const indexed = timed('indexes')
    await Promise.all(
      clients.map(async (each) => {
        for (let next = indexes.pop(); next; next = indexes.pop()) await each.query(next)
      }),
    )
    indexed()
    await runTimed(client, AFTERWARDS)
  } finally {
    await Promise.all(clients.map((each) => each.end()))
  }
}

/** Without the triggers and checks of each row, which take most of the time. */
const SETTINGS = [
  'session_replication_role = replica',
  'synchronous_commit = off',
  "work_mem = '256MB'",
  "maintenance_work_mem = '512MB'",
  'enable_seqscan = on',
]

const AFTERWARDS = {
  statistics: 'VACUUM (ANALYZE)',
  changes: `
    INSERT INTO "SubmissionChange" ("companyId", "after") SELECT "companyId", intake_counted(d, NULL) FROM "SubmissionDesk" d`,
  figures: 'SELECT intake_sum_changes()',
  'their statistics': 'VACUUM (ANALYZE) "SubmissionFigure", "SubmissionChange"',
}

async function runTimed(client: pg.Client, statements: Record<string, string>): Promise<void> {
  for (const [name, statement] of Object.entries(statements)) {
    const done = timed(name)
    await client.query(statement)
    done()
  }
}

/** @returns says how long it took, of what takes seconds */
function timed(name: string): () => void {
  const began = performance.now()
  return () => {
    const seconds = (performance.now() - began) / 1000
    if (seconds > 2) console.log(`${seconds.toFixed(0).padStart(6)} s  ${name}`)
  }
}

/**
 * Building an index over all rows takes a fraction of adding each row to it.
 * @returns statements that build them again, in any order and at once
 */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ names: string; definitions: string }>(
    `SELECT string_agg(indexrelid::regclass::text, ', ') AS names, string_agg(pg_get_indexdef(indexrelid), ';') AS definitions
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     GROUP BY indrelid, CASE WHEN relkind <> 'p' THEN indexrelid END`,
    [tables.map((table) => `"${table}"`)],
  )
  for (const { names } of rows) await client.query(`DROP INDEX ${names}`)
  // Of a partitioned table only its own part is told.
  return rows.map(({ definitions }) => definitions.replaceAll(' ON ONLY ', ' ON '))
}

async function readServerKeys(databaseUrl: string, encryptionKey: Buffer): Promise<KeyRing> {
  const db = openPools(databaseUrl)
  try {
    return await readKeyRing({ encryptionKey, previousEncryptionKey: null, databaseUrl, dataDir: '' }, db)
  } finally {
    await db.close()
  }
}
