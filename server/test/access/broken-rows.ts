import type pg from 'pg'

/** What is planted in every column of a company's rows, by the column's type. */
export type Poison = { text: string; json: unknown; bytes: Buffer; integer: number }

type Column = { table: string; name: string; type: string; owner: string | null }

/** Columns that hold values, of tables that belong to a company or to its users; keys would point nowhere. */
const COLUMNS = `
  SELECT c.table_name AS "table", c.column_name AS "name", c.udt_name AS "type", (
    SELECT o.column_name FROM information_schema.columns o
    WHERE o.table_schema = 'public' AND o.table_name = c.table_name
      AND (o.column_name IN ('companyId', 'userId') OR (c.table_name = 'Company' AND o.column_name = 'id'))
    ORDER BY o.column_name LIMIT 1) AS "owner"
  FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER'
    AND c.udt_name IN ('text', '_text', 'jsonb', 'bytea', 'int4')
    AND c.column_name NOT IN ('id', 'companyId', 'userId')
    AND NOT EXISTS (
      SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indisunique AND i.indrelid = quote_ident(c.table_name)::regclass AND a.attname = c.column_name)
    AND NOT EXISTS (
      SELECT 1 FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
      WHERE f.contype = 'f' AND f.conrelid = quote_ident(c.table_name)::regclass AND a.attname = c.column_name)`

/**
 * Writes the poison into every value of a company's rows, as only a superuser can, who passes by triggers and policies.
 * @returns the columns that were written over, as `Table.column`
 */
export async function breakRows(superuser: pg.Client, companyId: string, poison: Poison): Promise<string[]> {
  const { rows } = await superuser.query<Column>(COLUMNS)
  const columns = rows.filter(({ owner }) => owner)
  await superuser.query('SET session_replication_role = replica')
  for (const { table, name, type, owner } of columns) {
    const owned = owner === 'userId' ? `IN (SELECT "id" FROM "User" WHERE "companyId" = $2)` : '= $2'
    await superuser.query(`UPDATE "${table}" SET "${name}" = $1 WHERE "${owner}" ${owned}`, [
      valueOf(type, poison),
      companyId,
    ])
  }
  await superuser.query('SET session_replication_role = origin')
  return columns.map(({ table, name }) => `${table}.${name}`)
}

function valueOf(type: string, { text, json, bytes, integer }: Poison): unknown {
  switch (type) {
    case '_text':
      return [text, 'constructor', '__proto__']
    case 'jsonb':
      return JSON.stringify(json)
    case 'bytea':
      return bytes
    case 'int4':
      return integer
    default:
      return text
  }
}
