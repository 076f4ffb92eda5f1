import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { systemUrl } from '../database/db.ts'
import type { Services } from '../services.ts'
import { keepPresence } from './presence.ts'
import { MAX_ATTEMPTS } from './queue.ts'
import { releaseAbandonedJobs } from './sweep.job.ts'
import { taskList } from './tasks.ts'

export type Worker = {
  /** Takes no more jobs and answers when the running ones have ended. */
  stop(): Promise<void>
}

const CONCURRENCY = 2
const POLL_MS = 5000
const RESTART_MS = 2000
// A result that cannot be told to the database, because it just went away, then ends the pool, whose jobs the next one
// takes over; else nobody would hear of it, and the job would stay locked for hours.
const REPORT_BY_BATCH = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
const HOURLY_SWEEP = '17 * * * * sweep ?max=3&jobKey=sweep&jobKeyMode=preserve_run_at'

/**
 * Works the queue of the database at `url` until it is stopped, through restarts of the database too. With
 * `config.worker` off nothing runs, and jobs wait.
 */
export async function startWorker(services: Services, url: string): Promise<Worker> {
  if (!services.config.worker) return { stop: async () => {} }
  const { log } = services
  const stopping = new AbortController()
  let runner: Runner | null = null

  const work = async (): Promise<void> => {
    const presence = keepPresence(url)
    const pool = openPool(url)
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => presence.announce(workerPool.id))
    try {
      await releaseAbandonedJobs(services)
      runner = await run({
        pgPool: pool,
        preset: REPORT_BY_BATCH,
        concurrency: CONCURRENCY,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        taskList: taskList(services),
        crontab: HOURLY_SWEEP,
        logger: queueLogger(log),
        events,
      })
      if (stopping.signal.aborted) await endQuietly(runner)
      await runner.addJob('sweep', {}, { jobKey: 'sweep', maxAttempts: MAX_ATTEMPTS.sweep })
      await runner.promise
    } finally {
      await endQuietly(runner)
      runner = null
      await presence.close()
      await pool.end()
    }
  }
  const keepWorking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ reason: reasonOf(error) }, 'jobs pause; trying again')
      }
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = keepWorking()
  return {
    async stop() {
      stopping.abort()
      await endQuietly(runner)
      await ended
    },
  }
}

/** Connections that may break at any time: whoever uses one learns of it, and nothing else comes of it. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: systemUrl(url), max: CONCURRENCY + 2 })
  // The queue listens too, but not until the last connection is closed, and what nobody hears ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Stopping what has already stopped is no error. */
const endQuietly = async (runner: Runner | null): Promise<void> => {
  await runner?.stop().catch(() => {})
}

function queueLogger(log: Services['log']): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'from the job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'from the job queue')
    else log.debug({ queue: message }, 'from the job queue')
  })
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
