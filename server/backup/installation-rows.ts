import type pg from 'pg'

// In SQL, since the database may be at an older level than the client that Prisma generates knows.

/** The id that the database shares with its file store; null for one older than these ids. */
export async function readInstallation(client: pg.Client): Promise<string | null> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('public."Installation"') IS NOT NULL AS present`,
  )
  if (!found[0]?.present) return null
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "Installation"')
  return rows[0]?.id ?? null
}

export type KnownKey = { id: string; needed: boolean; sealed: Buffer }

/** The main keys that rows are under; nothing is under one that is only announced. */
export async function readKeys(client: pg.Client): Promise<KnownKey[]> {
  const { rows } = await client.query<KnownKey>(
    `SELECT "keyId" AS id, to_jsonb("KeyCheck")->>'state' IS DISTINCT FROM 'next' AS needed, "sealed"
       FROM "KeyCheck" ORDER BY "createdAt"`,
  )
  return rows
}
