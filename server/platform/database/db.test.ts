import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPools } from './db.ts'

const { db, url, adminUrl } = await testDatabase()

test('a company is seen by the system, and by nobody without a scope', async () => {
  await db.connections.system.client().company.create({ data: { nameIn: 'Demo', nameOut: 'Demo Funding' } })
  expect(await db.connections.system.client().company.count()).toBe(1)
  expect(await db.connections.tenant.client().company.count()).toBe(0)
})

test('a tenant connection cannot write without a scope', async () => {
  await expect(
    db.connections.tenant.client().company.create({ data: { nameIn: 'Other', nameOut: 'Other' } }),
  ).rejects.toThrow(/row-level security/)
})

test('a connection that is released in an open transaction gives its scope to nobody', async () => {
  const client = await db.connections.tenant.pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT set_config('intake.scope', 'all', true)`)
  client.release()
  expect(await db.connections.tenant.client().company.count()).toBe(0)
})

test('commits are synchronous even where the role turned that off', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'ALTER ROLE intake IN DATABASE ' +
      client.escapeIdentifier(client.database ?? '') +
      ' SET synchronous_commit = off',
  )
  await client.end()
  const later = openPools(url)
  for (const { client } of Object.values(later.connections)) {
    expect(await client().$queryRaw`SELECT current_setting('synchronous_commit') AS value`).toEqual([
      { value: 'on' },
    ])
  }
  await later.close()
})

test('a tenant connection has no scope even where the role or the URL gives one', async () => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(
    `ALTER ROLE intake IN DATABASE ${client.escapeIdentifier(client.database ?? '')} SET intake.scope = 'system'`,
  )
  await client.end()
  const scoped = new URL(url)
  scoped.searchParams.set('options', '-c intake.scope=all')
  for (const each of [url, scoped.href]) {
    const later = openPools(each)
    expect(await later.connections.system.client().company.count()).toBe(1)
    expect(await later.connections.tenant.client().company.count()).toBe(0)
    await later.close()
  }
})
