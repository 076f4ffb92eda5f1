// npm run db:migration -- <name>   writes a migration from what the schema has and the migrations lack
// npm run db:check                 fails when there is such a difference
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migrationsFolder } from '../server/database/migrations-folder.ts'
import { startScratchPostgres } from '../server/database/scratch-postgres.ts'
import { schemaDiff } from './schema-diff.ts'

const [, , argument] = process.argv
if (argument === '--check') {
  const missing = await difference()
  if (missing !== '')
    fail(`The schema and the migrations disagree; npm run db:migration would write:\n\n${missing}`)
  process.stdout.write('The schema and the migrations agree\n')
} else {
  await makeMigration(argument ?? '')
}

async function makeMigration(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    fail(
      'Give the migration a name of small letters, digits and underscores: npm run db:migration -- add_teams',
    )
  }
  const script = await difference()
  if (script === '') {
    process.stdout.write('The migrations hold all of the schema; nothing to write\n')
    return
  }
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(migrationsFolder, `${timestamp}_${name}`)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'migration.sql'), `${script}\n`)
  process.stdout.write(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql\n`)
}

async function difference(): Promise<string> {
  const server = await startScratchPostgres()
  try {
    return await schemaDiff(server.url)
  } finally {
    await server.stop()
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
