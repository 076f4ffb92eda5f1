import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { images, wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { eventually } from './jobs.fixture.ts'
import { PERSONAL, workerWorld } from './worker.fixture.ts'

const world = await workerWorld()
const { db, url, adminUrl, services, logged, dataDir, mails } = world
const { work, accept, submission, isReady, jobs, storedPdf } = world

test('an accepted application becomes a stored, encrypted PDF and a mail without personal data', async () => {
  await work()
  const id = await accept()
  await isReady(id)
  const [mail = ''] = await eventually(async () => {
    const found = await mails()
    return found.length > 0 && found
  })

  const pdf = await storedPdf(id)
  const text = await wholeText(pdf)
  expect(text).toContain('Peña Marine Supply & Refrigeration, LLC')
  expect(text).toContain('Мария Петрова')
  expect(text).toContain(id)
  expect(await images(pdf)).toHaveLength(2)

  expect(mail).toContain('To: staff@example.com')
  expect(mail).toContain('New application for Demo Funding')
  expect(mail).toContain(`https://apply.example.com/admin/forms/${id}`)
  for (const secret of PERSONAL) {
    expect(mail).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `grep -rlaE 'PDF-1|078-05|Marine' "$1" || true`,
    'sh',
    `${dataDir}/files`,
  ])
  expect(stdout).toBe('')
  await eventually(async () => (await jobs()).length === 0)
})

test('a job that was queued in a transaction exists only if that commits', async () => {
  await db
    .system('test')
    .write(async (tx) => {
      await addJob(tx, 'application-pdf', { id: 'rolled-back' })
      throw new Error('no')
    })
    .catch(() => {})
  expect(await jobs()).toEqual([])
})

test('with the worker off jobs wait, and are done once it is on', async () => {
  await work({ config: { ...services.config, role: 'web' } })
  const id = await accept()
  expect(await jobs()).toMatchObject([{ key: `submission-accepted:${id}`, attempts: 0 }])
  await work()
  await isReady(id)
})

test('as many jobs run at a time as WORKER_CONCURRENCY says', async () => {
  let [running, most] = [0, 0]
  const render: typeof services.pdfs.render = async (...given) => {
    running += 1
    most = Math.max(most, running)
    await delay(300)
    return services.pdfs.render(...given).finally(() => (running -= 1))
  }
  const ids = await Promise.all(Array.from({ length: 6 }, () => accept()))
  await work({ config: { ...services.config, workerConcurrency: 3 }, pdfs: { ...services.pdfs, render } })
  for (const id of ids) await isReady(id)
  expect(most).toBe(3)
})

test('a worker that fell behind takes fresh applications first', async () => {
  const late = await Promise.all([accept(), accept()])
  await db
    .system('test')
    .write(
      (client) =>
        client.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '2 minutes'`,
    )
  const fresh = await accept()
  const order: string[] = []
  const render: typeof services.pdfs.render = (...given) => {
    order.push(given[0].id)
    return services.pdfs.render(...given)
  }
  await work({ config: { ...services.config, workerConcurrency: 1 }, pdfs: { ...services.pdfs, render } })
  for (const id of late) await isReady(id)
  expect(order[0]).toBe(fresh)
})

test('the queue of a node that was killed goes on while another runs', { tags: ['long'] }, async () => {
  await work()
  // Starting frees such queues, too.
  await isReady(await accept())
  await eventually(async () =>
    db.system('test').write(async (client) => {
      const [found] = await client.$queryRaw<{ none: boolean }[]>`
        SELECT NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE run_at <= now()) AS none`
      return found?.none
    }),
  )
  const id = await accept({ queued: false })
  await db.system('test').write(async (client) => {
    await client.$executeRaw`SELECT graphile_worker.add_job('application-pdf', json_build_object('id', ${id}::text),
      queue_name => 'shared', run_at => now() + interval '1 hour')`
    await client.$executeRaw`UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = 'killed'`
    await client.$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'killed',
      run_at = now() WHERE job_queue_id IS NOT NULL`
  })
  await isReady(id)
})

test('the same job twice leaves the first PDF as it is', async () => {
  await work()
  const id = await accept()
  await isReady(id)
  const first = await services.storage.open(`pdfs/${id}`).then((file) => file.toArray())
  await db.system('test').write((client) => addJob(client, 'application-pdf', { id }))
  await eventually(async () => (await jobs()).length === 0)
  const second = await services.storage.open(`pdfs/${id}`).then((file) => file.toArray())
  expect(Buffer.concat(second).equals(Buffer.concat(first))).toBe(true)
})

test('a PDF that is stored already is kept, though its row is of an older backup', async () => {
  const id = await accept()
  await work()
  await isReady(id)
  const bytes = async () => Buffer.concat(await (await services.storage.open(`pdfs/${id}`)).toArray())
  const first = await bytes()
  await db.system('test').write(async (tx) => {
    await tx.submissionDesk.update({ where: { id }, data: { pdfState: 'pending', pdfFile: null } })
    await addJob(tx, 'application-pdf', { id })
  })
  await isReady(id)
  expect((await bytes()).equals(first)).toBe(true)
})

test('what a company keeps no longer is destroyed by a job that comes daily', async () => {
  const id = await accept({ queued: false })
  await db.system('test').write(async (tx) => {
    const { companyId } = await tx.formSubmission.update({ where: { id }, data: { createdAt: new Date(0) } })
    await tx.company.update({ where: { id: companyId }, data: { retentionDays: 30 } })
    await addJob(tx, 'retention', {})
  })
  await work()
  await eventually(async () => (await submission(id).catch(() => null)) === null)
  await eventually(async () => logged.some((line) => line.includes('destroyed submissions')))
  const daily = await db.system('test').write(
    (client) => client.$queryRaw`
      SELECT identifier FROM graphile_worker._private_known_crontabs WHERE identifier = 'retention'`,
  )
  expect(daily).toHaveLength(1)
})

test('stopping waits for the job at work', async () => {
  const id = await accept()
  let begun = () => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  const slow = {
    ...services.storage,
    put: async (name: string, source: Readable) => {
      // Another test's job may be at work beside it.
      if (name === `pdfs/${id}`) begun()
      await new Promise((resolve) => setTimeout(resolve, 400))
      return services.storage.put(name, source)
    },
  }
  const running = await work({ storage: slow })
  await started
  await running.stop()
  expect((await submission(id)).pdfState).toBe('ready')
})

test(
  'no job is lost or left locked when the database drops every connection, again and again',
  { tags: ['long'] },
  async () => {
    // The queue prints a trace of a worker that it replaces.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    await work()
    const ids: string[] = []
    for (let round = 0; round < 6; round++) {
      ids.push(await eventually(() => accept().catch(() => null)))
      await delay(round * 15)
      await dropConnections()
    }
    // What failed several times would wait long for its next try.
    const hurry = () =>
      db
        .system('test')
        .write(
          (client) =>
            client.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`,
        )
        .catch(() => null)
    await eventually(async () => {
      await hurry()
      return (await jobs().catch(() => null))?.length === 0
    }, 40)
    for (const id of ids) expect((await submission(id)).pdfState).toBe('ready')
    printed.mockRestore()
  },
)

test('the queue can be installed by two nodes at once', async () => {
  expect(await Promise.all([installQueue(url), installQueue(url)])).toHaveLength(2)
})

async function dropConnections(): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await admin.end()
}
