import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NO_FILTERS } from '../server/database/migrations-folder.ts'
import { openSchemaEngine } from '../server/database/schema-engine.ts'
import { projectRoot } from '../server/project-root.ts'

const schemaFile = path.join(projectRoot, 'prisma', 'schema.prisma')

// Covering indexes are written by hand, as Prisma's schema has no word for INCLUDE. Policies, triggers, functions and
// indexes on expressions need no such rule: the engine does not look at them.
const HAND_WRITTEN = /^-- DropIndex\nDROP INDEX "[^"]+_covering";\n*/gm

/**
 * The SQL that turns the database at `url` into what prisma/schema.prisma describes; empty when they agree.
 * What migrations add by hand (see HAND_WRITTEN) is left alone.
 */
export async function schemaDiff(url: string): Promise<string> {
  const { engine, close } = await openSchemaEngine(url)
  try {
    const files = [{ path: schemaFile, content: await readFile(schemaFile, 'utf8') }]
    const { stdout } = await engine.diff({
      // The schema names the provider only; the database is the one the engine is connected to.
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(schemaFile) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    })
    const script = (stdout ?? '').replace(HAND_WRITTEN, '').trim()
    return script.replace('-- This is an empty migration.', '').trim()
  } finally {
    await close()
  }
}
