import type pg from 'pg'

/** What of a job goes into an archive, in this order. */
export const JOB_COLUMNS = [
  'task',
  'payload',
  'queue',
  'run_at',
  'attempts',
  'max_attempts',
  'key',
  'priority',
  'flags',
]

/**
 * Every job of the queue. A job that is being worked on counts as one that has not been begun: where it is restored
 * nobody works on it.
 */
export const SELECT_JOBS = `
  SELECT tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at,
    CASE WHEN jobs.locked_at IS NULL THEN jobs.attempts ELSE greatest(jobs.attempts - 1, 0) END,
    jobs.max_attempts, jobs.key, jobs.priority, (SELECT array_agg(flag ORDER BY flag) FROM jsonb_object_keys(jobs.flags) AS flag)
  FROM graphile_worker._private_jobs AS jobs
  JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
  LEFT JOIN graphile_worker._private_job_queues AS queues ON queues.id = jobs.job_queue_id`

/** For a database that no server was started on, where there is no queue yet. */
export const NO_JOBS = `SELECT 1 WHERE false`

export async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS present`,
  )
  return rows[0]?.present ?? false
}

export const RESTORED_JOBS = 'restored_jobs'

export const CREATE_RESTORED_JOBS = `
  CREATE TEMP TABLE ${RESTORED_JOBS} (task text, payload json, queue text, run_at timestamptz, attempts int,
    max_attempts int, key text, priority int, flags text[]) ON COMMIT DROP`

/** Queues the jobs of the temporary table, by the queue's own functions. */
export const QUEUE_RESTORED_JOBS = [
  `CREATE TEMP TABLE queued_jobs ON COMMIT DROP AS
     SELECT added.id, restored.attempts FROM ${RESTORED_JOBS} AS restored, LATERAL graphile_worker.add_job(task, payload,
       queue, run_at, max_attempts, key, priority, flags) AS added`,
  `SELECT count(*) FROM (
     SELECT array_agg(id) AS ids, attempts FROM queued_jobs WHERE attempts > 0 GROUP BY attempts
   ) AS begun, LATERAL graphile_worker.reschedule_jobs(ids, attempts => begun.attempts)`,
]
