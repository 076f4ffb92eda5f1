import { LIMITS } from '#domain/limits'
import { removeExpiredDevices } from '../auth/known-devices.ts'
import { removeExpiredResets } from '../auth/password-reset.ts'
import { removeFiles } from '../platform/files/remove-files.ts'
import { sweepFiles } from '../platform/files/sweep-files.ts'
import { sweepFormSessions } from '../platform/files/sweep-form-sessions.ts'
import { applicantLinkExpiry } from '../applicant/applicant-link.ts'
import { acceptedKey, addJob, addJobs, applicationPdfKey, bulkKey } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { queueDailyMails } from './daily-mail.job.ts'
import { failPdf } from './pdf-failure.ts'
import { queueTaskMails } from './task-mail.job.ts'

const PDFS_PER_SWEEP = 1000
const COPIES_PER_SWEEP = 1000

/** Runs hourly and at start. A failing part does not stop the others. */
export async function sweep(services: Omit<Services, 'mailer'>): Promise<void> {
  const parts = [
    sweepSessions,
    releaseAbandonedJobs,
    settlePdfs,
    resumeBulk,
    sweepFormSessions,
    sweepCopies,
    sweepFiles,
    sweepFigures,
    queueDailyMails,
    queueTaskMails,
    sweepEvents,
    addPartitions,
  ]
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await part(services)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function sweepSessions({ db, sessions }: Pick<Services, 'db' | 'sessions'>): Promise<void> {
  await sessions.removeExpired()
  await removeExpiredResets(db)
  await removeExpiredDevices(db)
  const expired = { where: { expiresAt: { lt: new Date() } } }
  await db.system('maintenance').write((client) => client.throttleBucket.deleteMany(expired))
  const counted = (LIMITS.quotaHours * 60 + LIMITS.quotaSlotMinutes) * 60_000
  const uncounted = { where: { slot: { lt: new Date(Date.now() - counted) } } }
  await db.system('maintenance').write((client) => client.uploadUse.deleteMany(uncounted))
  await db.system('maintenance').write((client) => client.idempotentCall.deleteMany(expired))
  await db.system('maintenance').write((client) => client.signInAttempt.deleteMany(expired))
  await db.system('maintenance').write((client) => client.oAuthRecord.deleteMany(expired))
  const old = { where: { createdAt: { lt: applicantLinkExpiry(-LIMITS.bulkDays) } } }
  await db.system('maintenance').write((client) => client.bulkJob.deleteMany(old))
  const told = { where: { createdAt: { lt: applicantLinkExpiry(-LIMITS.noticeDays) } } }
  await db.system('maintenance').write((client) => client.notice.deleteMany(told))
  const left = { where: { seenAt: { lt: new Date(Date.now() - LIMITS.presenceGoneMs) } } }
  await db.system('maintenance').write((client) => client.submissionPresence.deleteMany(left))
  // The row of a revoked receipt outlives the receipt.
  const gone = { where: { expiresAt: { lt: applicantLinkExpiry(-LIMITS.receiptDays) } } }
  await db.system('maintenance').write((client) => client.applicantLink.deleteMany(gone))
}

/** Of packages that no link opens any more. */
async function sweepCopies(services: Pick<Services, 'db' | 'storage' | 'log'>): Promise<void> {
  const over = { package: { OR: [{ state: 'withdrawn' as const }, { expiresAt: { lte: new Date() } }] } }
  const files = await services.db.system('maintenance').write(async (tx) => {
    const found = await tx.packageCopy.findMany({ where: over, take: COPIES_PER_SWEEP })
    const names = found.map(({ storedAs }) => storedAs)
    await tx.packageCopy.deleteMany({ where: { storedAs: { in: names } } })
    return names
  })
  await removeFiles(services, files)
}

const sweepFigures = ({ db }: Pick<Services, 'db'>) =>
  db.system('maintenance').write(async (tx) => {
    await tx.$executeRaw`SELECT intake_sum_changes()`
    await tx.$executeRaw`DELETE FROM "SubmissionFigure" WHERE "count" = 0 AND "amount" = 0
      OR "measure" <> 'received' AND "day" > '-infinity' AND "day" <= current_date - 100`
  })

/** Also queues deliveries whose job was lost. */
const sweepEvents = ({ db }: Pick<Services, 'db'>) =>
  db.system('maintenance').write(async (tx) => {
    await tx.$executeRaw`DELETE FROM "Event" WHERE "at" < now() - make_interval(days => ${LIMITS.eventDays}::integer)`
    await tx.$executeRaw`SELECT intake_queue_deliveries("id") FROM "Webhook"`
  })

const addPartitions = ({ db }: Pick<Services, 'db'>) =>
  db.system('maintenance').write((tx) => tx.$executeRaw`SELECT intake_add_audit_partitions()`)

/**
 * Unlocks jobs of killed processes, which the queue would lock for four hours. Live processes are known by
 * `keepPresence`. A job that kills its process each time waits longer each time, so that other jobs get done.
 */
export async function releaseAbandonedJobs({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.system('maintenance').write(
    (client) => client.$executeRaw`
      WITH gone AS MATERIALIZED (
        SELECT DISTINCT locked_by FROM graphile_worker._private_jobs
        WHERE locked_by IS NOT NULL
          AND locked_by NOT IN (SELECT application_name FROM pg_stat_activity WHERE application_name IS NOT NULL)
      ), jobs AS (
        UPDATE graphile_worker._private_jobs AS job
        SET locked_at = NULL, locked_by = NULL,
          run_at = greatest(run_at, now()) + exp(least(attempts, 13) - 3) * interval '1 second'
        FROM gone WHERE job.locked_by = gone.locked_by
      )
      UPDATE graphile_worker._private_job_queues AS queue SET locked_at = NULL, locked_by = NULL
      FROM gone WHERE queue.locked_by = gone.locked_by`,
  )
  // After the database's clock was set back, such jobs would wait until it has caught up.
  await db.system('maintenance').write(
    (client) => client.$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = run_at - (updated_at - now()), updated_at = now()
      WHERE updated_at > now() + interval '1 minute' AND locked_at IS NULL`,
  )
}

/** Behind jobs that are new, so that a worker which fell behind does not keep today's applicants waiting for older ones. */
export const letNewJobsPass = ({ db }: Pick<Services, 'db'>) =>
  db.system('maintenance').write(
    (client) => client.$executeRaw`
      UPDATE graphile_worker._private_jobs SET priority = 1
      WHERE priority = 0 AND attempts = 0 AND locked_at IS NULL AND run_at < now() - interval '1 minute'`,
  )

/** Whose job was lost, or failed without saying so. */
const resumeBulk = ({ db }: Pick<Services, 'db'>) =>
  db.system('maintenance').write(async (tx) => {
    const lost = await tx.$queryRaw<{ id: string }[]>`
      SELECT bulk."id" FROM "BulkJob" AS bulk
      WHERE EXISTS (SELECT 1 FROM "BulkRow" WHERE "jobId" = bulk."id" AND "doneAt" IS NULL)
        AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs AS job WHERE job.key = ${bulkKey('')} || bulk."id"
          AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))`
    if (lost.length > 0) await addJobs(tx, 'bulk', lost)
  })

async function settlePdfs(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { db } = services
  const exhausted = await db.system('maintenance').read(
    (client) => client.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "SubmissionDesk"
      WHERE "pdfState" = 'pending' AND ${applicationPdfKey('')} || "id" IN (
        SELECT key FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL)`,
  )
  for (const { id } of exhausted) await failPdf(services, id, 'retries_exhausted')
  await db.system('maintenance').write(async (tx) => {
    const lost = await tx.$queryRaw<{ id: string }[]>`
      SELECT submission."id" FROM "SubmissionDesk" AS submission
      WHERE (submission."pdfState" = 'pending' OR submission."id" IN (
          SELECT "submissionId" FROM "SubmissionAddition" AS addition
          WHERE "createdAt" > now() - interval '7 days'
            AND NOT EXISTS (SELECT 1 FROM "SealedFile" WHERE "additionId" = addition."id")))
        AND NOT EXISTS (
        SELECT 1 FROM graphile_worker.jobs AS job
        WHERE job.key IN (${applicationPdfKey('')} || submission."id", ${acceptedKey('')} || submission."id")
          AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))
      ORDER BY submission."createdAt" LIMIT ${PDFS_PER_SWEEP}`
    for (const { id } of lost) await addJob(tx, 'seal-pdf', { id })
  })
}
