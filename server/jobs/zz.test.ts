import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/support/database.ts'
import { fullApplication } from '../pdf/application-pdf.fixture.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { installQueue } from './queue.ts'
import { startWorker } from './worker.ts'
import { setTimeout as delay } from 'node:timers/promises'
const { db, url, adminUrl } = await testDatabase()
const { services, logged } = await jobWorld(db)
console.error = () => {}
test('stress', async () => {
  const { values } = await fullApplication()
  await installQueue(url)
  let worst = 0
  for (let round = 0; round < 120; round++) {
    logged.length = 0
    const w = await startWorker(services, url)
    for (let i = 0; i < 3; i++) await acceptApplication(services, values).catch(() => null)
    await delay(Math.random() * 200)
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    if (Math.random() < 0.7) await delay(Math.random() * 100)
    const t = Date.now()
    const r = await Promise.race([w.stop().then(() => 'ok'), delay(25_000).then(() => 'HANG')])
    worst = Math.max(worst, Date.now() - t)
    if (r === 'HANG') {
      console.log(round, r, logged.slice(-25).join('').slice(-6000))
      console.log(
        (
          await admin.query(
            'select pid, application_name, state, left(query,100) q, wait_event from pg_stat_activity where datname=current_database()',
          )
        ).rows,
      )
      break
    }
    await admin.end()
  }
  console.log('worst stop', worst)
  expect(1).toBe(1)
}, 300_000)
