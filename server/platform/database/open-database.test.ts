// @module-tag long
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { emptyDatabase, testDatabase } from '../../test/support/database.ts'
import { openDatabase, reachDatabase } from './open-database.ts'
import { migrationsFolder, readMigrations } from './schema-files.ts'
import { findPostmaster } from './postgres-server.ts'
import { makeScratchFolder } from './scratch-postgres.ts'

const external = await testDatabase()
const dataDir = await makeScratchFolder()
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')

function memoryLog() {
  const lines: string[] = []
  const write = (...args: unknown[]) => void lines.push(String(args.at(-1)))
  return { lines, log: { info: write, warn: write, error: write } }
}

test('an embedded database is migrated, opened, and stopped on close', async () => {
  const { lines, log } = memoryLog()
  const opened = await openDatabase(readConfig({ DATA_DIR: dataDir }), log)
  expect(await opened.db.connections.system.client().company.count()).toBe(0)
  const count = (await readMigrations(migrationsFolder)).length
  expect(lines).toEqual([expect.stringMatching(`^database created, ${count} migrations?$`)])
  await opened.close()
  expect(await findPostmaster(path.join(dataDir, 'postgres'))).toBeNull()
})

test('an external database is taken as it is', async () => {
  const { lines, log } = memoryLog()
  const opened = await openDatabase(readConfig({ DATABASE_URL: external.url, ENCRYPTION_KEY }), log)
  expect(await opened.db.connections.system.client().company.count()).toBe(0)
  expect(lines).toEqual([])
  await opened.close()
})

test('an external role that row-level security does not bind is warned of', async () => {
  const { lines, log } = memoryLog()
  const config = readConfig({ DATABASE_URL: external.adminUrl, ENCRYPTION_KEY })
  await (await openDatabase(config, log)).close()
  expect(lines).toEqual([expect.stringContaining('NOSUPERUSER NOBYPASSRLS')])
})

test('an external database that does not answer stops the start with a sentence', async () => {
  const { log } = memoryLog()
  const config = readConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', ENCRYPTION_KEY })
  await expect(openDatabase(config, log)).rejects.toThrow('The database of DATABASE_URL cannot be reached')
})

test('a DATABASE_DIRECT_URL of another database stops the start before anything is migrated', async () => {
  const { lines, log } = memoryLog()
  const other = await emptyDatabase()
  const config = readConfig({
    DATABASE_URL: external.url,
    DATABASE_DIRECT_URL: other.url,
    ENCRYPTION_KEY,
  })
  await expect(openDatabase(config, log)).rejects.toThrow('names another database than DATABASE_URL')
  // As backup and restore do.
  await expect(reachDatabase(config, log)).rejects.toThrow('names another database than DATABASE_URL')
  expect(lines).toEqual([])
  const same = readConfig({ DATABASE_URL: external.url, DATABASE_DIRECT_URL: external.url, ENCRYPTION_KEY })
  await (await openDatabase(same, log)).close()
})
