import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { installQueue, isQueueCurrent } from './install-queue.ts'

test('finds a queue that is missing, complete, or of another version', async () => {
  const { db, url } = await testDatabase()
  const execute = (sql: string) => db.system('test').write((client) => client.$executeRawUnsafe(sql))
  await execute('DROP SCHEMA IF EXISTS graphile_worker CASCADE')
  expect(await isQueueCurrent(db)).toBe(false)

  await installQueue(url)
  expect(await isQueueCurrent(db)).toBe(true)

  await execute(
    'DELETE FROM graphile_worker.migrations WHERE id = (SELECT max(id) FROM graphile_worker.migrations)',
  )
  expect(await isQueueCurrent(db)).toBe(false)
})
