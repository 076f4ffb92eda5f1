import type pg from 'pg'
import type { AuditAction } from '#domain/audit-actions'

/**
 * Writes an audit entry of the system's. In SQL, since the database may be at an older level than the client that Prisma
 * generates knows.
 */
export async function recordBackup(
  client: pg.Client,
  act: Extract<AuditAction, 'backup-started' | 'backup-restored'>,
  detail: Record<string, string | boolean>,
): Promise<void> {
  await client.query(`INSERT INTO "AuditEntry" ("actorName", "act", "detail") VALUES ('System', $1, $2)`, [
    act,
    detail,
  ])
}
