import pg from 'pg'

const OLDEST = 140_000

/**
 * Checks an operator's own PostgreSQL before anything is written to it; answers a warning for the log, or null.
 *
 * @throws Error when it cannot be reached or is older than version 14
 */
export async function checkExternalServer(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; unbound: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, rolsuper OR rolbypassrls AS unbound
         FROM pg_roles WHERE rolname = current_user`,
    )
    const [server] = rows
    if (server && server.version < OLDEST) {
      throw new Error(`DATABASE_URL names a PostgreSQL ${Math.floor(server.version / 10_000)}; 14 or later is needed`)
    }
    return server?.unbound
      ? 'The role of DATABASE_URL is a superuser or bypasses row-level security, which then protects nothing; use a plain role that owns the database'
      : null
  } finally {
    await client.end()
  }
}
