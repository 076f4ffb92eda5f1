import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../project-root.ts'

export const migrationsFolder = path.join(projectRoot, 'prisma', 'migrations')

/** `checksum` is the SHA-256 of the script in hex, as Prisma writes it to `_prisma_migrations`. */
export type Migration = { name: string; sql: string; checksum: string }

/** The migrations of a folder in Prisma's format (`<timestamp>_<name>/migration.sql`), oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
