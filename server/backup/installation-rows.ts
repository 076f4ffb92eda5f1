import type pg from 'pg'
import type { AuditAction } from '#domain/audit-actions'
import { hasTable } from './tables.ts'

// In SQL, as the database may be older than the generated Prisma client.

export async function readInstallation(client: pg.Client): Promise<string | null> {
  if (!(await hasTable(client, 'public."Installation"'))) return null
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "Installation"')
  return rows[0]?.id ?? null
}

type KnownKey = { id: string; needed: boolean; sealed: Buffer }

/** The main keys that rows use; a merely announced key is not needed. */
export async function readKeys(client: pg.Client): Promise<KnownKey[]> {
  const { rows } = await client.query<KnownKey>(
    `SELECT "keyId" AS id, to_jsonb("KeyCheck")->>'state' IS DISTINCT FROM 'next' AS needed, "sealed"
       FROM "KeyCheck" ORDER BY "createdAt"`,
  )
  return rows
}

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
