import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
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
