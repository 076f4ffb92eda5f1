import pg from 'pg'
import { CONNECT_TIMEOUT_MS } from '../database/db.ts'

// Rows must read the same on every server and whatever its settings are, or their checksums would differ.
const CANONICAL = `
  SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET xmloption = 'content'`

// A backup takes as long as it takes. Sent as statements, since a connection pooler drops what the URL asks for.
const UNLIMITED = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = on;
  SELECT set_config('intake.scope', 'system', false), set_config('intake.company', '', false)`

/** A connection that sees all rows, in one text form. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'intake-backup',
  })
  // The query under way is rejected with the same error.
  client.on('error', () => {})
  await client.connect()
  await client.query(CANONICAL)
  await client.query(UNLIMITED)
  return client
}

/**
 * Runs `work` in a transaction. When it throws, the caller has to end the connection, on which a
 * COPY may still be under way.
 */
export async function inTransaction<T>(
  client: pg.Client,
  mode: 'REPEATABLE READ, READ ONLY' | 'READ COMMITTED',
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`BEGIN ISOLATION LEVEL ${mode}`)
  const result = await work()
  await client.query('COMMIT')
  return result
}
