import { Logger, runMigrations } from 'graphile-worker'
import { systemUrl } from '../database/db.ts'
import { Prisma } from '../generated/client.ts'
import type { UpgradeProgress } from './upgrade.job.ts'

/** Every job there is and what it is told: ids, never an applicant's data, as these rows are not encrypted. */
export type TaskPayloads = {
  'submission-accepted': { id: string }
  'application-pdf': { id: string }
  /** `to`: one of the company's own addresses */
  notify: { id: string; to: string }
  /** `id`: a user, or nobody at all; the job makes the token itself, so that none is kept here */
  'password-reset': { id: string; ip: string }
  retention: Record<string, never>
  sweep: Record<string, never>
  upgrade: UpgradeProgress
}
export type TaskName = keyof TaskPayloads

/** Tries before a job fails for good; the wait grows from seconds to six hours, so 12 tries take about a day. */
export const MAX_ATTEMPTS: Record<TaskName, number> = {
  'submission-accepted': 25,
  'application-pdf': 12,
  notify: 12,
  // A link that comes much later is of no use any more.
  'password-reset': 6,
  retention: 3,
  sweep: 3,
  upgrade: 12,
}

/** Jobs of a lower number come first. A batch of an upgrade is short, and would else wait for all PDFs that are queued. */
export const UPGRADE_PRIORITY = -1
const PRIORITIES: Partial<Record<TaskName, number>> = { upgrade: UPGRADE_PRIORITY }

/**
 * An SQL expression that queues a job, for use inside any statement: `SELECT 1 FROM ${addJobSql(…)}`. The job exists
 * once that statement's transaction commits, and not at all when it does not.
 *
 * @param jobKey a job that waits under the same key is replaced
 */
export const addJobSql = <Name extends TaskName>(
  task: Name,
  payload: TaskPayloads[Name],
  jobKey: string,
): Prisma.Sql =>
  Prisma.sql`graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json,
    job_key => ${jobKey}::text, max_attempts => ${MAX_ATTEMPTS[task]}::integer,
    priority => ${PRIORITIES[task] ?? 0}::integer)`

/**
 * The same for each id of an array, in one call: each one takes a lock that other commits wait for, as PostgreSQL
 * writes down notifications one transaction after another. Answers how many.
 *
 * @param ids an SQL expression of type text[]
 */
export const addJobForEachSql = (
  task: 'submission-accepted',
  keyOf: (id: string) => string,
  ids: Prisma.Sql,
): Prisma.Sql =>
  Prisma.sql`intake_add_jobs(${task}::text, ${ids}, ${keyOf('')}::text, ${MAX_ATTEMPTS[task]}::integer)`

export const applicationPdfKey = (id: string): string => `application-pdf:${id}`
export const upgradeKey = (step: string): string => `upgrade:${step}`
export const acceptedKey = (id: string): string => `submission-accepted:${id}`

/** The queue's own messages are of no use here; what fails is thrown. */
const SILENT = new Logger(() => () => {})

/** Makes the queue's schema in the database at `url`, or brings it up to date. */
export async function installQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: systemUrl(url), maxPoolSize: 1, logger: SILENT })
}
