import pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { migrationsFolder, readMigrations } from '../database/schema-files.ts'
import { BackupError } from './archive-format.ts'

type Table = { name: string; columns: string[] }

export const quote = (identifier: string): string => pg.escapeIdentifier(identifier)

export const selectRows = ({ name, columns }: Table): string =>
  `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`

export const copyTarget = ({ name, columns }: Table): string =>
  `${quote(name)} (${columns.map(quote).join(', ')})`

export async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>('SELECT to_regclass($1) IS NOT NULL AS present', [
    table,
  ])
  return rows[0]?.present ?? false
}

/** Prisma's table is not copied: a restore applies the same migrations. */
const MIGRATIONS = '_prisma_migrations'

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    [MIGRATIONS],
  )
  return rows
}

type Sequence = { name: string; value: string; called: boolean }

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: named } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of named) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quote(name)}`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  return sequences
}

export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  if (!(await hasTable(client, `public.${MIGRATIONS}`))) return []
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${quote(MIGRATIONS)}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

/** @returns null if this version knows them all */
export async function compareMigrations(
  migrations: readonly string[],
): Promise<{ older: boolean; unknown: string } | null> {
  const known = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const unknown = migrations.filter((name) => !known.includes(name)).join(', ')
  return unknown === '' ? null : { older: (migrations[0] ?? '') < (known[0] ?? ''), unknown }
}

// Checks that row-level security hides no row from this connection: the policies must admit a row of NULLs, which
// only policies do that admit every row. Those of a partition don't bind readers of the whole table. A count would be
// filtered too, and with row_security off PostgreSQL rejects every query of a table with forced policies.
export async function requireAllRows(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; policies: [boolean, string][] }>(
    `SELECT c.relname AS name,
        coalesce(jsonb_agg(jsonb_build_array(polpermissive, pg_get_expr(polqual, polrelid))) FILTER (WHERE polrelid IS NOT NULL), '[]') AS policies
       FROM pg_class c LEFT JOIN pg_policy ON polrelid = c.oid AND polcmd IN ('*', 'r')
        AND EXISTS (SELECT 1 FROM unnest(polroles) AS role WHERE role = 0 OR pg_has_role(role, 'MEMBER'))
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND row_security_active(c.oid)
      GROUP BY c.relname`,
  )
  for (const { name, policies } of tables) {
    let isOpen = false
    for (const [isPermissive, condition] of policies) {
      const { rows } = await client.query<{ admits: boolean }>(
        `SELECT (${condition}) IS TRUE AS admits FROM (SELECT (NULL::${quote(name)}).*) AS ${quote(name)}`,
      )
      const admits = rows[0]?.admits ?? false
      if (isPermissive) isOpen ||= admits
      else if (!admits) throw new BackupError(backupMessages.hiddenRows(name))
    }
    if (!isOpen) throw new BackupError(backupMessages.hiddenRows(name))
  }
}
