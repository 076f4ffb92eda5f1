import pg from 'pg'
import { LOCKS } from './locks.ts'

/**
 * Makes the role and the database `intake`, or sets the role back to what it must be: no superuser, and subject
 * to row-level security.
 *
 * @param admin a superuser's connection to another database of the same server
 */
export async function ensureRoleAndDatabase(admin: pg.Client, password: string): Promise<void> {
  // Two processes that alter the same role at once would fail.
  await admin.query('SELECT pg_advisory_lock($1)', [LOCKS.embeddedRole])
  try {
    const { rows } = await admin.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'intake') AS role,
              EXISTS (SELECT 1 FROM pg_database WHERE datname = 'intake') AS database`,
    )
    const verb = rows[0]?.role ? 'ALTER' : 'CREATE'
    await admin.query(
      `${verb} ROLE intake LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION
         PASSWORD ${pg.escapeLiteral(password)}`,
    )
    if (!rows[0]?.database) await admin.query('CREATE DATABASE intake OWNER intake')
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [LOCKS.embeddedRole])
  }
}
