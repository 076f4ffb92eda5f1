import type pg from 'pg'
import { hasTable } from './tables.ts'

export const QUEUE_TABLE = 'graphile_worker._private_jobs'

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

/** Every queued job. A running job loses its current attempt, as the restored queue starts it again. */
export const SELECT_JOBS = `
  SELECT tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at,
    CASE WHEN jobs.locked_at IS NULL THEN jobs.attempts ELSE greatest(jobs.attempts - 1, 0) END,
    jobs.max_attempts, jobs.key, jobs.priority, (SELECT array_agg(flag ORDER BY flag) FROM jsonb_object_keys(jobs.flags) AS flag)
  FROM graphile_worker._private_jobs AS jobs
  JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
  LEFT JOIN graphile_worker._private_job_queues AS queues ON queues.id = jobs.job_queue_id`

/** For a database without a queue, on which no server was started yet. */
export const NO_JOBS = `SELECT 1 WHERE false`

export const hasQueue = (client: pg.Client): Promise<boolean> => hasTable(client, QUEUE_TABLE)

export const RESTORED_JOBS = 'restored_jobs'

export const CREATE_RESTORED_JOBS = `
  CREATE TEMP TABLE ${RESTORED_JOBS} (task text, payload json, queue text, run_at timestamptz, attempts int,
    max_attempts int, key text, priority int, flags text[]) ON COMMIT DROP`

export const QUEUE_RESTORED_JOBS = [
  `CREATE TEMP TABLE queued_jobs ON COMMIT DROP AS
     SELECT added.id, restored.attempts FROM ${RESTORED_JOBS} AS restored, LATERAL graphile_worker.add_job(task, payload,
       queue, run_at, max_attempts, key, priority, flags) AS added`,
  `SELECT count(*) FROM (
     SELECT array_agg(id) AS ids, attempts FROM queued_jobs WHERE attempts > 0 GROUP BY attempts
   ) AS begun, LATERAL graphile_worker.reschedule_jobs(ids, attempts => begun.attempts)`,
]
