import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/support/database.ts'
import { fullApplication } from '../pdf/application-pdf.fixture.ts'
import { asSystem } from '../auth/actor.ts'
import { acceptApplication, eventually, jobWorld } from './jobs.fixture.ts'
import { installQueue } from './queue.ts'
import { startWorker } from './worker.ts'
import { setTimeout as delay } from 'node:timers/promises'
const { db, url, adminUrl } = await testDatabase()
const { services, logged } = await jobWorld(db)
test('stress', async () => {
  const { values } = await fullApplication()
  await installQueue(url)
  const w = await startWorker(services, url)
  const ids: string[] = []
  for (let round = 0; round < 25; round++) {
    for (let i = 0; i < 6; i++) { const id = await acceptApplication(services, values).catch(() => null); if (id) ids.push(id) }
    await delay(Math.random() * 300)
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
    await admin.end()
    await delay(Math.random() * 400)
  }
  console.log('accepted', ids.length)
  const t = Date.now()
  await eventually(async () => { const n = await asSystem(db, 'test', (c) => c.formSubmission.count({ where: { pdfState: 'pending', id: { in: ids } } })).catch(() => 1); return n === 0 }, 100).catch(() => {})
  console.log('settled after', Date.now() - t, 'pending', await asSystem(db, 'test', (c) => c.formSubmission.count({ where: { pdfState: 'pending' } })), 'locked', await asSystem(db, 'test', (c) => c.$queryRaw`select task_identifier, attempts, locked_by, last_error from graphile_worker.jobs`))
  console.log(logged.filter((l) => l.includes('"level":50') || l.includes('"level":40')).map((l) => JSON.parse(l)).map((l) => (l.msg + ' ' + (l.queue ?? l.reason ?? '')).slice(0, 160)).reduce((m: Record<string, number>, l) => { const k = l.replace(/[0-9a-f-]{36}|pool-\w+|\d+/g, '#'); m[k] = (m[k] ?? 0) + 1; return m }, {}))
  await w.stop()
  expect(1).toBe(1)
}, 200_000)
