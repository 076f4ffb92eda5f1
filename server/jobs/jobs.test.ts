import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSystem, withSystem } from '../auth/actor.ts'
import { fileContext } from '../crypto/contexts.ts'
import { createKeyRing } from '../crypto/keys.ts'
import { readEncrypted } from '../files/stored-file.ts'
import { createMailer } from '../mail/mailer.ts'
import { listenForMail } from '../mail/smtp-listener.fixture.ts'
import { sealedSelect, sessionKey } from '../modules/submission/application-record.ts'
import { fullApplication } from '../pdf/application-pdf.fixture.ts'
import { createPdfRenderer } from '../pdf/pdf-renderer.ts'
import { images, wholeText } from '../pdf/read-pdf.fixture.ts'
import type { Services } from '../services.ts'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, eventually, jobWorld } from './jobs.fixture.ts'
import { addJobSql, applicationPdfKey, installQueue } from './queue.ts'
import { sweep } from './sweep.job.ts'
import { startWorker, type Worker } from './worker.ts'

const { db, url, adminUrl } = await testDatabase()
const { services, logged, dataDir, mails } = await jobWorld(db)
const { values } = await fullApplication()
beforeAll(() => installQueue(url))

/** Threads that misbehave for companies of certain names. */
const TROUBLE = fileURLToPath(new URL('../pdf/trouble-worker.fixture.ts', import.meta.url))

let worker: Worker | null = null
const work = async (changed: Partial<Services> = {}) => {
  worker = await startWorker({ ...services, ...changed }, url)
  return worker
}
afterEach(async () => {
  await worker?.stop()
  worker = null
})

const submission = (id: string) =>
  asSystem(db, 'test', (client) => client.formSubmission.findUniqueOrThrow({ where: { id } }))
const isReady = (id: string) =>
  eventually(async () => (await submission(id).catch(() => null))?.pdfState === 'ready')
const jobs = () =>
  asSystem(
    db,
    'test',
    (client) => client.$queryRaw<
      { key: string; attempts: number; last_error: string | null; waits: boolean }[]
    >`
      SELECT key, attempts, last_error, run_at - updated_at > interval '2 seconds' AS waits FROM graphile_worker.jobs WHERE key NOT IN ('sweep', 'retention') AND NOT starts_with(key, 'upgrade:')`,
  )
const historyOf = (id: string) =>
  asSystem(db, 'test', (client) =>
    client.auditEntry.findMany({ where: { objectId: id }, select: { act: true, detail: true } }),
  )
const clearJobs = () =>
  asSystem(db, 'test', (client) => client.$executeRaw`DELETE FROM graphile_worker._private_jobs`)

async function storedPdf(id: string): Promise<Buffer> {
  const { pdfFile } = await submission(id)
  const row = await asSystem(db, 'test', (client) =>
    client.formSubmission.findUniqueOrThrow({ where: { id }, select: sealedSelect }),
  )
  const key = sessionKey(services.keys, row)
  return readEncrypted(services.storage, { name: pdfFile ?? '', key, context: fileContext('pdf', id) })
}

/** What must be found in no mail, no log line, no job and no stored file. */
const PERSONAL = [
  'Peña Marine',
  '078-05-1120',
  '219-09-9999',
  '1978-03-09',
  '72-1234567',
  '721234567',
  'Петрова',
  '5045550148',
]

test('an accepted application becomes a stored, encrypted PDF and a mail without personal data', async () => {
  await work()
  const id = await acceptApplication(services, values)
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
  const key = 'application-pdf:rolled-back'
  const add = addJobSql('application-pdf', { id: 'rolled-back' }, key)
  await withSystem(db, 'test', async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM ${add}`
    throw new Error('no')
  }).catch(() => {})
  expect(await jobs()).toEqual([])
})

test('with the worker off jobs wait, and are done once it is on', async () => {
  await work({ config: { ...services.config, worker: false } })
  const id = await acceptApplication(services, values)
  expect(await jobs()).toMatchObject([{ key: `submission-accepted:${id}`, attempts: 0 }])
  await work()
  await isReady(id)
})

test('the same job twice leaves the first PDF as it is', async () => {
  await work()
  const id = await acceptApplication(services, values)
  await isReady(id)
  const first = await services.storage.open(`pdfs/${id}`).then((file) => file.toArray())
  await asSystem(
    db,
    'test',
    (client) =>
      client.$executeRaw`SELECT 1 FROM ${addJobSql('application-pdf', { id }, applicationPdfKey(id))}`,
  )
  await eventually(async () => (await jobs()).length === 0)
  const second = await services.storage.open(`pdfs/${id}`).then((file) => file.toArray())
  expect(Buffer.concat(second).equals(Buffer.concat(first))).toBe(true)
})

test('a PDF that is stored already is kept, though its row is of an older backup', async () => {
  const id = await acceptApplication(services, values)
  await work()
  await isReady(id)
  const bytes = async () => Buffer.concat(await (await services.storage.open(`pdfs/${id}`)).toArray())
  const first = await bytes()
  await withSystem(db, 'test', async (tx) => {
    await tx.formSubmission.update({ where: { id }, data: { pdfState: 'pending', pdfFile: null } })
    await tx.$executeRaw`SELECT 1 FROM ${addJobSql('application-pdf', { id }, applicationPdfKey(id))}`
  })
  await isReady(id)
  expect((await bytes()).equals(first)).toBe(true)
})

test('what a company keeps no longer is destroyed by a job that comes daily', async () => {
  const id = await acceptApplication(services, values, { queued: false })
  await withSystem(db, 'test', async (tx) => {
    const { companyId } = await tx.formSubmission.update({ where: { id }, data: { createdAt: new Date(0) } })
    await tx.company.update({ where: { id: companyId }, data: { retentionDays: 30 } })
    await tx.$executeRaw`SELECT 1 FROM ${addJobSql('retention', {}, 'retention')}`
  })
  await work()
  await eventually(async () => (await submission(id).catch(() => null)) === null)
  await eventually(async () => logged.some((line) => line.includes('submissions were destroyed')))
  const daily = await asSystem(
    db,
    'test',
    (client) => client.$queryRaw`
      SELECT identifier FROM graphile_worker._private_known_crontabs WHERE identifier = 'retention'`,
  )
  expect(daily).toHaveLength(1)
})

describe('when something fails', () => {
  const failingStorage = (failures: number) => {
    let left = failures
    return {
      ...services.storage,
      put: async (name: string, source: Readable) => {
        if (left-- > 0) throw new Error(`disk full while writing ${values.legalName}`)
        return services.storage.put(name, source)
      },
    }
  }

  test('a PDF whose storage failed is tried again, the mail goes out meanwhile', async () => {
    const before = (await mails()).length
    await work({ storage: failingStorage(1) })
    const id = await acceptApplication(services, values)
    await eventually(async () => (await mails()).length > before)
    const [job] = await eventually(async () => {
      const found = await jobs()
      return found.some(({ attempts, last_error }) => attempts === 1 && last_error) && found
    })
    expect(job?.last_error).toContain(`application-pdf of ${id}: Error`)
    expect(job?.last_error).not.toContain('Peña')
    expect((await submission(id)).pdfState).toBe('pending')
    await isReady(id)
    expect(await wholeText(await storedPdf(id))).toContain(id)
    for (const secret of PERSONAL) expect(logged.join('')).not.toContain(secret)
  })

  test('after the last try staff see that it failed, and the log names the submission', async () => {
    await work({ storage: failingStorage(Infinity) })
    const id = await acceptApplication(services, values, { queued: false })
    await asSystem(
      db,
      'test',
      (client) => client.$executeRaw`
      SELECT graphile_worker.add_job('application-pdf', ${JSON.stringify({ id })}::json,
        job_key => ${applicationPdfKey(id)}::text, max_attempts => 1) IS NULL`,
    )
    await eventually(async () => (await submission(id)).pdfState === 'failed')
    expect((await submission(id)).pdfFailure).toBe('retries_exhausted')
    expect(logged.join('')).toContain(`"submissionId":"${id}"`)
    await clearJobs()
  })

  test.each([
    ['that never ends', 'endless', 'too_complex'],
    ['that takes too much memory', 'greedy', 'too_complex'],
    ['that fails', 'broken', 'undrawable'],
  ])('a layout %s fails its job once, with the reason for staff', async (_what, companyName, failure) => {
    const pdfs = createPdfRenderer({ worker: TROUBLE, layoutMs: 500, layoutMegabytes: 48 })
    await work({ pdfs })
    const id = await acceptApplication(services, values, { companyName, notifyEmails: '' })
    await eventually(async () => (await submission(id)).pdfState === 'failed', 40)
    expect(await submission(id)).toMatchObject({ pdfFailure: failure, pdfFile: null })
    await eventually(async () => (await jobs()).length === 0)
    expect(await historyOf(id)).toEqual([{ act: 'submission-pdf-failed', detail: { failure } }])
    for (const secret of PERSONAL) expect(logged.join('')).not.toContain(secret)
    await worker?.stop()
    await pdfs.close()
  })

  test('a job whose stored answers are damaged fails once, with the reason for staff', async () => {
    const id = await acceptApplication(services, values, { notifyEmails: '' })
    await asSystem(db, 'test', (client) =>
      client.formSubmission.update({ where: { id }, data: { formData: Buffer.from('damaged') } }),
    )
    await work()
    await eventually(async () => (await submission(id)).pdfState === 'failed')
    expect((await submission(id)).pdfFailure).toBe('damaged_data')
    await eventually(async () => (await jobs()).length === 0)
    expect(await historyOf(id)).toEqual([
      { act: 'submission-pdf-failed', detail: { failure: 'damaged_data' } },
    ])
  })

  test('a job under a main key that this process does not hold yet is tried again', async () => {
    const id = await acceptApplication(services, values, { notifyEmails: '' })
    await work({ keys: createKeyRing(randomBytes(32)) })
    await eventually(async () =>
      (await jobs()).some(({ attempts, last_error }) => attempts === 1 && last_error),
    )
    expect(await submission(id)).toMatchObject({ pdfState: 'pending', pdfFailure: null })
    await worker?.stop()
    await work()
    await isReady(id)
  })

  test('a mail that one address refuses is tried again alone', async () => {
    const server = await listenForMail({ refuses: (address) => address === 'gone@example.com' })
    const mailer = createMailer({ ...services.config, smtpUrl: server.url })
    await work({ mailer })
    const id = await acceptApplication(services, values, {
      notifyEmails: 'gone@example.com, a@example.com, b@example.com',
    })
    await isReady(id)
    const left = await eventually(async () => {
      const [first, ...others] = await jobs()
      return others.length === 0 && first?.last_error ? first : null
    })
    expect(left.key).toBe(`notify:${id}:gone@example.com`)
    expect(left.last_error).toContain('EENVELOPE 550')
    // Not at once again, and longer each time.
    expect(left.waits).toBe(true)
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com'])
    expect(logged.join('')).not.toContain('gone@example.com')
    await worker?.stop()
    await server.stop()
    await clearJobs()
  })

  test('after the last try staff see in the history of the submission that a mail about it never went out', async () => {
    const server = await listenForMail({ refuses: () => true })
    await work({ mailer: createMailer({ ...services.config, smtpUrl: server.url }) })
    const id = await acceptApplication(services, values, { queued: false })
    await asSystem(
      db,
      'test',
      (client) => client.$executeRaw`
      SELECT graphile_worker.add_job('notify', ${JSON.stringify({ id, to: 'staff@example.com' })}::json,
        max_attempts => 1) IS NULL`,
    )
    const entry = await eventually(() =>
      asSystem(db, 'test', (client) => client.auditEntry.findFirst({ where: { objectId: id } })),
    )
    const { companyId } = await submission(id)
    expect(entry).toMatchObject({ act: 'submission-notice-failed', objectType: 'submission', companyId })
    expect(logged.join('')).toContain(`"submissionId":"${id}"`)
    expect(logged.join('')).not.toContain('staff@example.com')
    await worker?.stop()
    await server.stop()
    await clearJobs()
  })

  test('stopping waits for the job at work', async () => {
    const id = await acceptApplication(services, values)
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

  test('no job is lost or left locked when the database drops every connection, again and again', async () => {
    // The queue prints a trace of a worker that it replaces.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    await work()
    const ids: string[] = []
    for (let round = 0; round < 6; round++) {
      ids.push(await eventually(() => acceptApplication(services, values).catch(() => null)))
      await delay(round * 15)
      await dropConnections()
    }
    // What failed several times would wait long for its next try.
    const hurry = () =>
      asSystem(
        db,
        'test',
        (client) =>
          client.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`,
      ).catch(() => null)
    await eventually(async () => {
      await hurry()
      return (await jobs().catch(() => null))?.length === 0
    }, 40)
    for (const id of ids) expect((await submission(id)).pdfState).toBe('ready')
    printed.mockRestore()
  }, 60_000)
})

async function dropConnections(): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await admin.end()
}

describe('the sweep', () => {
  test('queues a PDF that nobody waits for, and marks one whose tries are used up', async () => {
    const lost = await acceptApplication(services, values, { queued: false })
    const exhausted = await acceptApplication(services, values, { queued: false })
    const waiting = await acceptApplication(services, values)
    await asSystem(db, 'test', async (client) => {
      await client.$executeRaw`SELECT 1 FROM ${addJobSql('application-pdf', { id: exhausted }, applicationPdfKey(exhausted))}`
      await client.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = ${applicationPdfKey(exhausted)}`
    })
    await sweep(services)
    expect((await submission(lost)).pdfState).toBe('pending')
    expect(await submission(exhausted)).toMatchObject({ pdfState: 'failed', pdfFailure: 'retries_exhausted' })
    expect(await historyOf(exhausted)).toEqual([
      { act: 'submission-pdf-failed', detail: { failure: 'retries_exhausted' } },
    ])
    const keys = (await jobs()).map(({ key }) => key)
    expect(keys).toContain(applicationPdfKey(lost))
    expect(keys).not.toContain(applicationPdfKey(waiting))
    await clearJobs()
  })

  test('runs at start and gives back the jobs of a process that was killed', async () => {
    const id = await acceptApplication(services, values)
    await asSystem(
      db,
      'test',
      (client) => client.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-of-a-dead-process', attempts = 1`,
    )
    await work()
    await isReady(id)
  })

  test('leaves the jobs of a process that lives alone', async () => {
    const admin = new pg.Client({ connectionString: url, application_name: 'pool-of-another-node' })
    await admin.connect()
    await clearJobs()
    await acceptApplication(services, values)
    await admin.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-of-another-node'`,
    )
    await sweep(services)
    const { rows } = await admin.query(
      'SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
    )
    await admin.end()
    await clearJobs()
    expect(rows).toHaveLength(1)
  })

  test('removes what has expired of logins and throttles, and nothing else', async () => {
    const past = new Date(Date.now() - 1000)
    const future = new Date(Date.now() + 60_000)
    await asSystem(db, 'test', async (client) => {
      await client.throttleBucket.createMany({
        data: [
          { key: 'old', count: 1, expiresAt: past },
          { key: 'new', count: 1, expiresAt: future },
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
    const buckets = await asSystem(db, 'test', (client) => client.throttleBucket.findMany())
    const logins = await asSystem(db, 'test', (client) => client.loginSession.findMany())
    expect(buckets.map(({ key }) => key)).toEqual(['new'])
    expect(logins.map(({ id }) => id)).toEqual(['new'])
  })
})

test('the queue can be installed by two nodes at once', async () => {
  await Promise.all([installQueue(url), installQueue(url)])
})
