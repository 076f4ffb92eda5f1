import { LIMITS } from '#domain/limits'
import { asSystem, withSystem } from '../auth/actor.ts'
import { removeExpiredDevices } from '../auth/known-devices.ts'
import { removeExpiredResets } from '../auth/password-reset.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { sweepFormSessions } from '../files/sweep-form-sessions.ts'
import { applicantLinkExpiry } from '../modules/applicant/applicant-link.ts'
import { acceptedKey, addJob, applicationPdfKey } from '../queue/add-job.ts'
import type { Services } from '../services.ts'
import { queueDailyMails } from './daily-mail.job.ts'
import { failPdf } from './pdf-failure.ts'

const PDFS_PER_SWEEP = 1000

/** Runs hourly and at start. A failing part does not stop the others. */
export async function sweep(services: Services): Promise<void> {
  const parts = [
    ...[sweepSessions, releaseAbandonedJobs, settlePdfs, sweepFormSessions, sweepFiles, sweepFigures],
    queueDailyMails,
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
  await asSystem(db, 'maintenance', (client) => client.throttleBucket.deleteMany(expired))
  const left = { where: { seenAt: { lt: new Date(Date.now() - LIMITS.presenceGoneMs) } } }
  await asSystem(db, 'maintenance', (client) => client.submissionPresence.deleteMany(left))
  // The row of a revoked receipt outlives the receipt.
  const gone = { where: { expiresAt: { lt: applicantLinkExpiry(-LIMITS.receiptDays) } } }
  await asSystem(db, 'maintenance', (client) => client.applicantLink.deleteMany(gone))
}

/** The dashboard shows 91 days at most. */
const sweepFigures = ({ db }: Pick<Services, 'db'>) =>
  withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`DELETE FROM "DeskFigure" WHERE "day" > '-infinity' AND "day" <= current_date - 100`
    await tx.$executeRaw`SELECT intake_merge_figures()`
  })

/** Unlocks jobs of killed processes, which the queue would lock for four hours. Live processes are known by `keepPresence`. */
export async function releaseAbandonedJobs({ db }: Pick<Services, 'db'>): Promise<void> {
  await asSystem(
    db,
    'maintenance',
    (client) => client.$executeRaw`
      SELECT 1 FROM (
        SELECT array_agg(DISTINCT locked_by) AS gone FROM graphile_worker.jobs
        WHERE locked_by IS NOT NULL
          AND locked_by NOT IN (SELECT application_name FROM pg_stat_activity WHERE application_name IS NOT NULL)
      ) abandoned, graphile_worker.force_unlock_workers(gone)
      WHERE gone IS NOT NULL`,
  )
}

async function settlePdfs(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { db } = services
  const exhausted = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "FormSubmission"
      WHERE "pdfState" = 'pending' AND ${applicationPdfKey('')} || "id" IN (
        SELECT key FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL)`,
  )
  for (const { id } of exhausted) await failPdf(services, id, 'retries_exhausted')
  await withSystem(db, 'maintenance', async (tx) => {
    const lost = await tx.$queryRaw<{ id: string }[]>`
      SELECT submission."id" FROM "FormSubmission" AS submission
      WHERE submission."pdfState" = 'pending' AND NOT EXISTS (
        SELECT 1 FROM graphile_worker.jobs AS job
        WHERE job.key IN (${applicationPdfKey('')} || submission."id", ${acceptedKey('')} || submission."id")
          AND (job.attempts < job.max_attempts OR job.locked_at IS NOT NULL))
      ORDER BY submission."createdAt" LIMIT ${PDFS_PER_SWEEP}`
    for (const { id } of lost) await addJob(tx, 'application-pdf', { id })
  })
}
