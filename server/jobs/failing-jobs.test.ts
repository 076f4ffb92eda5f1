import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { createPdfRenderer } from '../submissions/pdf/pdf-renderer.ts'
import { wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { applicationPdfKey } from '../platform/queue/add-job.ts'
import { eventually } from './jobs.fixture.ts'
import { taskList } from './tasks.ts'
import { PERSONAL, workerWorld } from './worker.fixture.ts'

const world = await workerWorld()
const { db, services, logged, mails, values } = world
const { work, stop, accept, submission, isReady, jobs, clearJobs, readHistory, storedPdf } = world

/** A renderer whose threads misbehave for companies of certain names. */
const TROUBLE = fileURLToPath(new URL('../submissions/pdf/trouble-worker.fixture.ts', import.meta.url))

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

test(
  'a PDF whose storage failed is tried again, the mail goes out meanwhile',
  { tags: ['long'] },
  async () => {
    const before = (await mails()).length
    await work({ storage: failingStorage(1) })
    const id = await accept()
    await eventually(async () => (await mails()).length > before)
    const [job] = await eventually(async () => {
      const found = await jobs()
      return found.some(({ attempts, last_error }) => attempts === 1 && last_error) && found
    })
    expect(job?.last_error).toContain(`seal-pdf of ${id}: Error`)
    expect(job?.last_error).not.toContain('Peña')
    expect((await submission(id)).pdfState).toBe('pending')
    await isReady(id)
    expect(await wholeText(await storedPdf(id))).toContain(id)
    for (const secret of PERSONAL) expect(logged.join('')).not.toContain(secret)
  },
)

test('after the last try staff see that it failed, and the log names the submission', async () => {
  await work({ storage: failingStorage(Infinity) })
  const id = await accept({ queued: false })
  await db.system('test').write(
    (client) => client.$executeRaw`
    SELECT graphile_worker.add_job('application-pdf', ${JSON.stringify({ id })}::json,
      job_key => ${applicationPdfKey(id)}::text, max_attempts => 1) IS NULL`,
  )
  await eventually(async () => (await submission(id)).pdfState === 'failed')
  expect((await submission(id)).pdfFailure).toBe('retries_exhausted')
  expect(logged.join('')).toContain(`"submissionId":"${id}"`)
  await clearJobs()
})

test('PDFs do not wait for a mail server that hangs', async () => {
  let hanging = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const mailer = { send: () => (hanging++, answered) }
  await work({ mailer })
  try {
    await accept()
    await accept()
    await eventually(async () => hanging === 2)
    await isReady(await accept())
  } finally {
    answer()
  }
  await eventually(async () => (await jobs()).length === 0)
})

test('a job that hangs is given up, and staff see that it failed', async () => {
  const id = await accept({ queued: false })
  const storage = { ...services.storage, put: () => new Promise<never>(() => {}) }
  const tasks = taskList({ ...services, storage }, { short: 300, long: 300 })
  const helpers = { job: { attempts: 12, max_attempts: 12 } } as JobHelpers
  await expect(tasks['application-pdf']?.({ id }, helpers)).rejects.toThrow('TimeoutError')
  expect(await submission(id)).toMatchObject({ pdfState: 'failed', pdfFailure: 'retries_exhausted' })
})

test.each([
  ['that never ends', 'endless', 'too_complex'],
  ['that takes too much memory', 'greedy', 'too_complex'],
  ['that fails', 'broken', 'undrawable'],
])('a layout %s fails its job once, with the reason for staff', async (_what, companyName, failure) => {
  const pdfs = createPdfRenderer({ worker: TROUBLE, layoutMs: 500, layoutMegabytes: 48 })
  await work({ pdfs })
  const id = await accept({ companyName, notifyEmails: '' })
  await eventually(async () => (await submission(id)).pdfState === 'failed', 40)
  expect(await submission(id)).toMatchObject({ pdfFailure: failure, pdfFile: null })
  await eventually(async () => (await jobs()).length === 0)
  expect(await readHistory(id)).toEqual([{ act: 'submission-pdf-failed', detail: { failure } }])
  for (const secret of PERSONAL) expect(logged.join('')).not.toContain(secret)
  await stop()
  await pdfs.close()
})

test('a job whose stored answers are damaged fails once, with the reason for staff', async () => {
  const id = await accept({ notifyEmails: '' })
  await db
    .system('test')
    .write((client) =>
      client.formSubmission.update({ where: { id }, data: { formData: Buffer.from('damaged') } }),
    )
  await work()
  await eventually(async () => (await submission(id)).pdfState === 'failed')
  expect((await submission(id)).pdfFailure).toBe('damaged_data')
  await eventually(async () => (await jobs()).length === 0)
  expect(await readHistory(id)).toEqual([
    { act: 'submission-pdf-failed', detail: { failure: 'damaged_data' } },
  ])
})

test(
  'a job under a main key that this process does not hold yet is tried again',
  { tags: ['long'] },
  async () => {
    const id = await accept({ notifyEmails: '' })
    await work({ keys: createKeyRing(randomBytes(32)) })
    await eventually(async () =>
      (await jobs()).some(({ attempts, last_error }) => attempts === 1 && last_error),
    )
    expect(await submission(id)).toMatchObject({ pdfState: 'pending', pdfFailure: null })
    await stop()
    await work()
    await isReady(id)
  },
)

test('a mail that one address refuses is tried again alone', async () => {
  const server = await listenForMail({ refuses: (address) => address === 'gone@example.com' })
  const mailer = createMailer({ ...services.config, smtpUrl: server.url })
  await work({ mailer })
  const id = await accept({ notifyEmails: 'gone@example.com, a@example.com, b@example.com' })
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
  await stop()
  await server.stop()
  await clearJobs()
})

test('after the last try staff see in the history of the submission that a mail about it never went out', async () => {
  const server = await listenForMail({ refuses: () => true })
  await work({ mailer: createMailer({ ...services.config, smtpUrl: server.url }) })
  const id = await accept({ queued: false })
  await db.system('test').write(
    (client) => client.$executeRaw`
    SELECT graphile_worker.add_job('notify', ${JSON.stringify({ id, to: 'staff@example.com' })}::json,
      max_attempts => 1) IS NULL`,
  )
  const entry = await eventually(() =>
    db.system('test').write((client) => client.auditEntry.findFirst({ where: { objectId: id } })),
  )
  const { companyId } = await submission(id)
  expect(entry).toMatchObject({ act: 'submission-notice-failed', objectType: 'submission', companyId })
  expect(logged.join('')).toContain(`"submissionId":"${id}"`)
  expect(logged.join('')).not.toContain('staff@example.com')
  await stop()
  await server.stop()
  await clearJobs()
})
