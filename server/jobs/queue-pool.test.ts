import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { installQueue } from '../platform/queue/install-queue.ts'
import { testDatabase } from '../test/support/database.ts'
import { openQueuePool } from './queue-pool.ts'

test('without a database, whoever waits for a connection is told, and may give back what it never had', async () => {
  const nobody = createServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const address = nobody.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  nobody.close()
  await once(nobody, 'close')

  const pool = openQueuePool(`postgres://nobody@127.0.0.1:${port}/none`, 1)
  const fault = await new Promise<Error | undefined>((resolve, reject) => {
    pool.connect((error, client, release) => {
      try {
        expect(client).toBeUndefined()
        release()
        resolve(error)
      } catch (cause) {
        reject(cause instanceof Error ? cause : new Error(String(cause)))
      }
    })
  })
  expect(fault?.message).toContain('ECONNREFUSED')
  await pool.end()
})

test('a worker ends when its database was replaced, in which its numbers may be those of other tasks', async () => {
  const { url, adminUrl } = await testDatabase()
  await installQueue(url)
  const pool = openQueuePool(url, 1)
  for (const turn of [1, 2]) {
    const client = await pool.connect()
    expect((await client.query(`SELECT ${turn} AS turn`)).rows).toEqual([{ turn }])
    client.release(true)
  }
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('DROP SCHEMA graphile_worker CASCADE')
  await admin.end()
  await installQueue(url)
  await expect(pool.connect()).rejects.toThrow('not the one this worker began with')
  await pool.end()
})
