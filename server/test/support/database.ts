import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openPools } from '../../platform/database/db.ts'
import type { Database } from '../../platform/database/db.ts'

export type TestDatabase = {
  db: Database
  /** the application's own role, which obeys row-level security */
  url: string
  /** a superuser's connection to the same database, for looking beneath row-level security */
  adminUrl: string
}

/**
 * A fresh, migrated database for one test file, gone after its last test. Call it at the top of the file:
 * `const { db } = await testDatabase()`.
 */
export const testDatabase = (): Promise<TestDatabase> => makeDatabase('TEMPLATE intake')

/** The same without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => makeDatabase('')

async function makeDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = inject('postgres')
  // Takes half as long as writing the copy to the log first, which is PostgreSQL's default.
  await asAdmin(server.adminUrl, `CREATE DATABASE ${name} ${template} STRATEGY FILE_COPY OWNER intake`)
  const url = withDatabase(server.url, name)
  const db = openPools(url, { max: 5 })
  afterAll(async () => {
    await db.close()
    await asAdmin(server.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { db, url, adminUrl: withDatabase(server.adminUrl, name) }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
