import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../server/test/support/database.ts'
import { schemaDiff } from './schema-diff.ts'

const { url } = await testDatabase()

test('the migrations build exactly what the schema describes', async () => {
  expect(await schemaDiff(url)).toBe('')
})

test('a column that only one of them has is noticed', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER TABLE "Company" DROP COLUMN "disclaimer", ADD COLUMN "surplus" text')
  await client.end()
  expect(await schemaDiff(url)).toContain('DROP COLUMN "surplus"')
  expect(await schemaDiff(url)).toContain('ADD COLUMN     "disclaimer"')
})
