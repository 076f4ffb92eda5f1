import pg from 'pg'
import { CONNECT_TIMEOUT_MS } from '../database/connections.ts'

// Rows must have the same text on every server, or their checksums would differ.
const CANONICAL = `
  SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET xmloption = 'content'`

// As statements, since a connection pooler drops the URL's options.
const UNLIMITED = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = on;
  SELECT set_config('intake.scope', 'system', false), set_config('intake.company', '', false)`

export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'intake-backup',
  })
  // The running query rejects with the same error.
  client.on('error', () => {})
  await client.connect()
  await client.query(CANONICAL)
  await client.query(UNLIMITED)
  return client
}

/** If `work` throws, the caller has to end the connection, as a COPY may still be running. */
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
