import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { systemUrl } from '../../../platform/database/connections.ts'

/** What loads write: applications to the demo link, their sessions, files and jobs. */
const TRACES = [
  `CREATE TEMP TABLE loaded AS SELECT session."id" FROM "FormSession" AS session
     JOIN "GeneratedLink" AS link ON link."id" = session."linkId" WHERE link."slug" = 'demo'`,
  `DELETE FROM "Document" WHERE "formSessionId" IN (SELECT "id" FROM loaded)`,
  `DELETE FROM "FormSubmission" WHERE "id" IN (SELECT "id" FROM loaded)`,
  `DELETE FROM "FormSession" WHERE "id" IN (SELECT "id" FROM loaded)`,
  'SELECT intake_sum_changes()',
  `DELETE FROM "LoginSession"`,
  `DELETE FROM graphile_worker._private_jobs`,
  `VACUUM (ANALYZE)`,
]

/** Leaves a kept database as it was filled, so that each run measures the same. */
export async function removeTraces(databaseUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: systemUrl(databaseUrl) })
  await client.connect()
  for (const statement of TRACES) await client.query(statement)
  await client.end()
  await rm(path.join(dataDir, 'files', 'documents'), { recursive: true, force: true })
}
