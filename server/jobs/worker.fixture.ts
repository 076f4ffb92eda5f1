import { afterEach } from 'vitest'
import { fileContext } from '../platform/crypto/contexts.ts'
import { readEncrypted } from '../platform/files/stored-file.ts'
import { sealedSelect, sessionKey } from '../submissions/accept/sealed-submission.ts'
import { fullApplication } from '../submissions/pdf/application-pdf.fixture.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import type { Services } from '../services.ts'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, eventually, jobWorld, type Accepted } from './jobs.fixture.ts'
import type { Repeated } from './repeat.ts'
import { startWorker } from './worker.ts'

/** Parts of `values` that no mail, log line, job or stored file may contain. */
export const PERSONAL = [
  'Peña Marine',
  '078-05-1120',
  '219-09-9999',
  '1978-03-09',
  '72-1234567',
  '721234567',
  'Петрова',
  '5045550148',
]

type Job = { key: string; attempts: number; last_error: string | null; waits: boolean }

/** A database with a queue, a worker that ends with each test, and what tests ask of both. */
export async function workerWorld() {
  const { db, url, adminUrl } = await testDatabase()
  const world = await jobWorld(db)
  const { services } = world
  const { values } = await fullApplication()
  await installQueue(url)

  let worker: Repeated | null = null
  const stop = async () => {
    await worker?.stop()
    worker = null
  }
  afterEach(stop)

  const submission = (id: string) =>
    db.system('test').write((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))
  return {
    ...world,
    db,
    url,
    adminUrl,
    values,
    submission,
    stop,
    work: (changed: Partial<Services> = {}) => {
      worker = startWorker({ ...services, ...changed }, url)
      return worker
    },
    accept: (accepted?: Accepted) => acceptApplication(services, values, accepted),
    isReady: (id: string) =>
      eventually(async () => (await submission(id).catch(() => null))?.pdfState === 'ready'),
    jobs: () =>
      db.system('test').write(
        (client) => client.$queryRaw<Job[]>`
          SELECT key, attempts, last_error, run_at - updated_at > interval '2 seconds' AS waits
          FROM graphile_worker.jobs WHERE key NOT IN ('sweep', 'retention')`,
      ),
    clearJobs: () =>
      db.system('test').write((client) => client.$executeRaw`DELETE FROM graphile_worker._private_jobs`),
    readHistory: (id: string) =>
      db
        .system('test')
        .write((client) =>
          client.auditEntry.findMany({ where: { objectId: id }, select: { act: true, detail: true } }),
        ),
    async storedPdf(id: string): Promise<Buffer> {
      const row = await db.system('test').read((client) =>
        client.formSubmission.findUniqueOrThrow({
          where: { id },
          select: { ...sealedSelect, desk: { select: { pdfFile: true } } },
        }),
      )
      const key = sessionKey(services.keys, row)
      const file = { name: row.desk?.pdfFile ?? '', key, context: fileContext('pdf', id) }
      return readEncrypted(services.storage, file)
    },
  }
}
