import pTimeout from 'p-timeout'
import type { Database } from '../database/db.ts'
import { Prisma } from '../../generated/client.ts'

type TaskState = {
  task: string
  waiting: number
  scheduled: number
  running: number
  failed: number
  oldest: number
}
type QueueState = { tasks: TaskState[]; unsealedSeconds: number }

const KEPT_MS = 10_000
const ANSWER_WITHIN_MS = 3000

/** Runs at most one query at a time, however often it is called. @returns null while the database does not answer */
export function queueStateReader(db: Database): () => Promise<QueueState | null> {
  let last: Promise<QueueState | null> = Promise.resolve(null)
  let isReading = false
  let next = 0
  return () => {
    if (!isReading && performance.now() >= next) {
      isReading = true
      last = readQueueState(db)
        .catch(() => null)
        .finally(() => {
          isReading = false
          next = performance.now() + KEPT_MS
        })
    }
    return pTimeout(last, { milliseconds: ANSWER_WITHIN_MS, fallback: () => null })
  }
}

async function readQueueState(db: Database): Promise<QueueState> {
  const tasks = await db.system('health').query<TaskState>('queue-state', QUEUE)
  const [unsealed] = await db.system('health').query<{ seconds: number }>('unsealed-age', UNSEALED)
  return { tasks, unsealedSeconds: unsealed?.seconds ?? 0 }
}

const QUEUE = Prisma.sql`
  SELECT task_identifier AS task,
    count(*) FILTER (WHERE locked_at IS NOT NULL)::integer AS running,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::integer AS failed,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::integer AS waiting,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now())::integer AS scheduled,
    coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE attempts < max_attempts AND run_at <= now())), 0)::float
      AS oldest
  FROM graphile_worker.jobs GROUP BY task_identifier`

const UNSEALED = Prisma.sql`
  SELECT extract(epoch FROM now() - "at")::float AS seconds FROM "AuditEntry"
  WHERE "id" > (SELECT coalesce(max("entryId"), 0) FROM "AuditSeal") ORDER BY "id" LIMIT 1`
