import pg from 'pg'
import { expect, test } from 'vitest'
import { addJob, applicationPdfKey } from '../platform/queue/add-job.ts'
import { releaseAbandonedJobs, sweep } from './sweep.job.ts'
import { workerWorld } from './worker.fixture.ts'

const world = await workerWorld()
const { db, url, services, work, accept, submission, isReady, jobs, clearJobs, readHistory } = world

test('queues a PDF that nobody waits for, and marks one whose tries are used up', async () => {
  const lost = await accept({ queued: false })
  const exhausted = await accept({ queued: false })
  const waiting = await accept()
  await db.system('test').write(async (client) => {
    await addJob(client, 'application-pdf', { id: exhausted })
    await client.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = ${applicationPdfKey(exhausted)}`
  })
  await sweep(services)
  expect((await submission(lost)).pdfState).toBe('pending')
  expect(await submission(exhausted)).toMatchObject({ pdfState: 'failed', pdfFailure: 'retries_exhausted' })
  expect(await readHistory(exhausted)).toEqual([
    { act: 'submission-pdf-failed', detail: { failure: 'retries_exhausted' } },
  ])
  const keys = (await jobs()).map(({ key }) => key)
  expect(keys).toContain(applicationPdfKey(lost))
  expect(keys).not.toContain(applicationPdfKey(waiting))
  await clearJobs()
})

test('runs at start and gives back the jobs of a process that was killed', async () => {
  const id = await accept()
  await db.system('test').write(
    (client) => client.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-of-a-dead-process', attempts = 1`,
  )
  await work()
  await isReady(id)
  expect((await submission(id)).pdfState).toBe('ready')
})

test('lets a job that kept killing its process wait longer each time', async () => {
  await accept()
  const released = async (attempts: number) => {
    await db.system('test').write(
      (client) => client.$executeRaw`UPDATE graphile_worker._private_jobs
        SET locked_at = now(), locked_by = 'pool-of-a-dead-process', attempts = ${attempts}, run_at = now()`,
    )
    await releaseAbandonedJobs(services)
    const [job] = await db.system('test').read(
      (client) => client.$queryRaw<{ free: boolean; waits: number }[]>`
        SELECT locked_by IS NULL AS free, extract(epoch FROM run_at - now())::float AS waits
        FROM graphile_worker.jobs WHERE key LIKE 'submission-accepted:%'`,
    )
    return job
  }
  const [once, often] = [await released(1), await released(8)]
  expect([once?.free, often?.free]).toEqual([true, true])
  expect(once?.waits).toBeLessThan(1)
  expect(often?.waits).toBeGreaterThan(60)
  await clearJobs()
})

test('does jobs that were queued before the clock of the database was set back', async () => {
  const id = await accept()
  await db.system('test').write(
    (client) => client.$executeRaw`UPDATE graphile_worker._private_jobs
      SET run_at = run_at + interval '1 day', updated_at = updated_at + interval '1 day'`,
  )
  await work()
  await isReady(id)
  expect((await submission(id)).pdfState).toBe('ready')
})

test('leaves the jobs of a process that lives alone', async () => {
  const admin = new pg.Client({ connectionString: url, application_name: 'pool-of-another-node' })
  await admin.connect()
  await clearJobs()
  await accept()
  await admin.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-of-another-node'`,
  )
  await sweep(services)
  const { rows } = await admin.query('SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL')
  await admin.end()
  await clearJobs()
  expect(rows).toHaveLength(1)
})

test('removes what has expired of logins, throttles and quotas, and nothing else', async () => {
  const past = new Date(Date.now() - 1000)
  const future = new Date(Date.now() + 60_000)
  await db.system('test').write(async (client) => {
    await client.throttleBucket.createMany({
      data: [
        { key: 'old', count: 1, expiresAt: past },
        { key: 'new', count: 1, expiresAt: future },
      ],
    })
    const bytes = 1
    await client.uploadUse.createMany({
      data: [
        { key: 'old', slot: new Date(Date.now() - 25 * 3_600_000), bytes },
        { key: 'new', slot: new Date(Date.now() - 24 * 3_600_000), bytes },
      ],
    })
    const user = await client.user.create({
      data: { name: 'A', email: 'a@b.c', emailKey: 'a@b.c', passwordHash: '' },
    })
    await client.loginSession.createMany({
      data: [
        { id: 'old', userId: user.id, expiresAt: past },
        { id: 'new', userId: user.id, expiresAt: future },
      ],
    })
  })
  await sweep(services)
  const buckets = await db.system('test').write((client) => client.throttleBucket.findMany())
  const uses = await db.system('test').write((client) => client.uploadUse.findMany())
  const logins = await db.system('test').write((client) => client.loginSession.findMany())
  expect(buckets.map(({ key }) => key)).toEqual(['new'])
  expect(uses.map(({ key }) => key)).toEqual(['new'])
  expect(logins.map(({ id }) => id)).toEqual(['new'])
})
