import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readArguments, refuse } from '../server/command-line.mjs'
import { migrationsFolder } from '../server/platform/database/schema-files.ts'
import { startScratchPostgres } from '../server/platform/database/scratch-postgres.ts'
import { schemaDiff } from './schema-diff.ts'

const COMMAND = {
  usage: `npm run db:migration -- NAME, or npm run db:check

The first writes a migration with what the schema has and the migrations lack; the second fails if there is such a
difference.

  NAME     small letters, digits and underscores, such as add_teams

Exit status: 0 done; 1 failed or different; 2 wrong arguments.`,
  options: { check: { type: 'boolean' } },
  operands: [0, 1],
} as const

const {
  values: { check = false },
  positionals: [name],
} = readArguments(COMMAND)
if (check === (name !== undefined)) refuse(COMMAND, 'It takes either a name or --check')
if (name === undefined) {
  const missing = await difference()
  if (missing !== '')
    fail(`The schema and the migrations disagree; npm run db:migration would write:\n\n${missing}`)
  process.stdout.write('The schema and the migrations agree\n')
} else {
  await makeMigration(name)
}

async function makeMigration(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) refuse(COMMAND, `'${name}' is no name of a migration`)
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
