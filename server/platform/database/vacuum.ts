import pg from 'pg'
import type { Database } from './db.ts'
import { CONNECT_TIMEOUT_MS, systemUrl } from './connections.ts'

/**
 * VACUUM runs in no transaction, so not through a pooler, and is silent for longer than the pools' connections may be.
 * @param options of VACUUM, such as ANALYZE
 */
export async function vacuum(
  { directUrl }: Database,
  options: string,
  tables: readonly string[],
): Promise<void> {
  const client = new pg.Client({
    connectionString: systemUrl(directUrl),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // The statement rejects, too.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`VACUUM (${options}) ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')}`)
  } finally {
    await client.end()
  }
}
