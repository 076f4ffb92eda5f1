import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type { Services } from '../services.ts'
import { toMessage } from '../system-error.ts'
import { settleWithin } from './settle-within.ts'
import { keepPresence } from './presence.ts'
import { openQueuePool } from './queue-pool.ts'
import { UPGRADE_NAMES } from '../upgrade/steps.ts'
import { MAX_ATTEMPTS, UPGRADE_PRIORITY, upgradeKey } from './queue.ts'
import { releaseAbandonedJobs } from './sweep.job.ts'
import { taskList } from './tasks.ts'
import { upgradeFromStart } from './upgrade.job.ts'

export type Worker = {
  /** Takes no more jobs and answers when the running ones have ended. */
  stop(): Promise<void>
}

const CONCURRENCY = 2
const POLL_MS = 5000
const RESTART_MS = 2000
/** How long a broken queue may take to end by itself. */
const GIVE_UP_MS = 5000
const CLOSE_MS = 1000
/** A day on which no process ran is made up for. */
const DAILY_RETENTION = '41 2 * * * retention ?fill=1d&max=3&jobKey=retention&jobKeyMode=preserve_run_at'
const HOURLY_SWEEP = '17 * * * * sweep ?max=3&jobKey=sweep&jobKeyMode=preserve_run_at'

/**
 * Works the queue of the database at `url` until it is stopped, through restarts of the database too. With
 * `config.worker` off nothing runs, and jobs wait.
 */
export async function startWorker(services: Services, url: string): Promise<Worker> {
  if (!services.config.worker) return { stop: async () => {} }
  const stopping = new AbortController()
  const keepWorking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work(services, url, stopping.signal)
      } catch (error) {
        services.log.warn({ reason: toMessage(error) }, 'jobs pause; trying again')
      }
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = keepWorking()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Works until it is told to stop or the queue breaks. */
async function work(services: Services, url: string, stopping: AbortSignal): Promise<void> {
  const presence = keepPresence(url)
  const pool = openQueuePool(url, CONCURRENCY + 2)
  try {
    await releaseAbandonedJobs(services)
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => presence.announce(workerPool.id))
    const broken = new Promise<void>((resolve) => {
      for (const event of BREAKS) events.once(event, () => resolve())
    })
    const runner = await run({
      pgPool: pool,
      preset: REPORT_BY_BATCH,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      taskList: taskList(services),
      crontab: `${HOURLY_SWEEP}\n${DAILY_RETENTION}`,
      logger: queueLogger(services.log),
      events,
    })
    const stop = onceOnly(() => runner.stop().catch(() => {}))
    stopping.addEventListener('abort', () => void stop(), { once: true })
    if (stopping.aborted) void stop()
    else await addFirstJobs(runner).catch(() => {})
    // After a break its own ending may never come (graphile-worker 0.17.3 loses count of what is under way).
    await Promise.race([runner.promise, broken])
    await settleWithin(GIVE_UP_MS, stop())
  } finally {
    await presence.close()
    await settleWithin(CLOSE_MS, pool.end())
  }
}

/** What every start does: puts right what was left behind, and brings what an earlier version stored up to date. */
async function addFirstJobs(runner: Runner): Promise<void> {
  await runner.addJob('sweep', {}, { jobKey: 'sweep', maxAttempts: MAX_ATTEMPTS.sweep })
  for (const step of UPGRADE_NAMES) {
    const options = {
      jobKey: upgradeKey(step),
      maxAttempts: MAX_ATTEMPTS.upgrade,
      priority: UPGRADE_PRIORITY,
    }
    await runner.addJob('upgrade', upgradeFromStart(step), options)
  }
}

/**
 * The database went away while a job was asked for or its result told. Either may have left a job locked that nobody
 * works on, and the queue would not look at it for hours; so the pool ends, and the next one takes its jobs over.
 */
const BREAKS = ['worker:getJob:error', 'pool:fatalError'] as const

// Results that are told one by one do not raise the second of these events.
const REPORT_BY_BATCH = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

function queueLogger(log: Services['log']): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'from the job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'from the job queue')
    else log.debug({ queue: message }, 'from the job queue')
  })
}
