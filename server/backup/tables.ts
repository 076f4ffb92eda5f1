import pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { BackupError } from './archive-error.ts'

export type Table = { name: string; columns: string[] }

const quote = (identifier: string): string => pg.escapeIdentifier(identifier)

export const selectRows = ({ name, columns }: Table): string =>
  `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`

/** Tables and columns as COPY takes them, such as `"User" ("id", "name")`. */
export const copyTarget = ({ name, columns }: Table): string =>
  `${quote(name)} (${columns.map(quote).join(', ')})`

/** Prisma's record of migrations is not copied: restoring applies the same migrations. */
const MIGRATIONS = '_prisma_migrations'

/** Every table of the schema `public`, with the columns that are not made by the database itself. */
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

export type Sequence = { name: string; value: string; called: boolean }

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows: named } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of named) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quote(name)}`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  return sequences
}

/** The migrations that the database holds, oldest first; none where there is no record of any. */
export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('public.${MIGRATIONS}') IS NOT NULL AS present`,
  )
  if (!found[0]?.present) return []
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${quote(MIGRATIONS)}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Makes sure that row-level security hides no row from this connection: its policies must admit a row of nothing but
 * NULLs, which they do only where they admit every row. Counting would not tell, as it is filtered in the same way.
 *
 * @throws BackupError
 */
export async function requireAllRows(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const { rows: policies } = await client.query<{ table: string; permissive: boolean; condition: string }>(
    `SELECT c.relname AS table, polpermissive AS permissive, pg_get_expr(polqual, polrelid) AS condition
       FROM pg_class c JOIN pg_policy ON polrelid = c.oid AND polcmd IN ('*', 'r')
      WHERE c.relnamespace = 'public'::regnamespace AND row_security_active(c.oid)
        AND EXISTS (SELECT 1 FROM unnest(polroles) AS role WHERE role = 0 OR pg_has_role(role, 'MEMBER'))`,
  )
  for (const { name } of tables) {
    const { rows } = await client.query<{ active: boolean }>(
      'SELECT row_security_active($1::regclass) AS active',
      [`public.${quote(name)}`],
    )
    if (!rows[0]?.active) continue
    const verdicts = await Promise.all(
      policies
        .filter(({ table }) => table === name)
        .map(async ({ permissive, condition }) => ({
          permissive,
          admits: await admitsAll(client, name, condition),
        })),
    )
    const isOpen = verdicts.some(({ permissive, admits }) => permissive && admits)
    const isNarrowed = verdicts.some(({ permissive, admits }) => !permissive && !admits)
    if (!isOpen || isNarrowed) throw new BackupError(backupMessages.hiddenRows(name))
  }
}

async function admitsAll(client: pg.Client, table: string, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ admits: boolean }>(
    `SELECT (${condition}) IS TRUE AS admits FROM (SELECT (NULL::${quote(table)}).*) AS ${quote(table)}`,
  )
  return rows[0]?.admits ?? false
}
