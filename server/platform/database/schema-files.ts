import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../project-root.ts'

/** Holds `migrations/`, `sql/` and `adopt/`. */
export const schemaFolder = path.join(projectRoot, 'prisma')
export const migrationsFolder = path.join(schemaFolder, 'migrations')

/** `checksum`: SHA-256 in hex, as Prisma records it */
export type SqlFile = { name: string; sql: string; checksum: string }

export type Schema = {
  /** oldest first; the first is the baseline */
  migrations: SqlFile[]
  /** functions, triggers and policies as they stand now, in the order in which they are applied */
  sql: SqlFile[]
  /** brings a database of the release before the baseline to the baseline */
  adoption: SqlFile | undefined
}

export async function readSchema(folder: string): Promise<Schema> {
  const [migrations, sql, [adoption]] = await Promise.all([
    readMigrations(path.join(folder, 'migrations')),
    readSqlFiles(folder, 'sql'),
    readSqlFiles(folder, 'adopt'),
  ])
  return { migrations, sql, adoption }
}

export async function readMigrations(folder: string): Promise<SqlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.sort().map((name) => readSqlFile(name, path.join(folder, name, 'migration.sql'))))
}

async function readSqlFiles(folder: string, kind: 'sql' | 'adopt'): Promise<SqlFile[]> {
  const names = (await readdir(path.join(folder, kind))).filter((name) => name.endsWith('.sql'))
  return Promise.all(
    names.sort().map((name) => readSqlFile(`${kind}/${name}`, path.join(folder, kind, name))),
  )
}

async function readSqlFile(name: string, file: string): Promise<SqlFile> {
  const sql = await readFile(file, 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
