import { EventEmitter } from 'node:events'
import type { LogFunctionFactory, WorkerEvents } from 'graphile-worker'
import pTimeout from 'p-timeout'
import { asSystem } from '../auth/actor.ts'
import { addJob } from '../queue/add-job.ts'
import type { Services } from '../services.ts'
import { toMessage } from '../system-error.ts'
import { UPGRADE_NAMES } from '../upgrade/steps.ts'
import { keepPresence } from './presence.ts'
import { openQueuePool } from './queue-pool.ts'
import { repeat, type Repeated } from './repeat.ts'
import { releaseAbandonedJobs } from './sweep.job.ts'
import { sendsMail, taskList } from './tasks.ts'
import { upgradeFromStart } from './upgrade.job.ts'

const sendsWebhook = (task: string): boolean => task === 'deliver-webhook'
/** Receivers of webhooks and a mail server may be slow, so nothing else waits for them. */
const LANES = [
  { concurrency: 2, takes: (task: string) => !sendsMail(task) && !sendsWebhook(task) },
  { concurrency: 2, takes: sendsMail },
  { concurrency: 4, takes: sendsWebhook },
]
type Lane = (typeof LANES)[number]
const POLL_MS = 5000
const RESTART_MS = 2000
const GIVE_UP_MS = 5000
const CLOSE_MS = 1000
/** `fill` makes up for a day on which no process ran. */
const DAILY_RETENTION = '41 2 * * * retention ?fill=1d&max=3&jobKey=retention&jobKeyMode=preserve_run_at'
const HOURLY_SWEEP = '17 * * * * sweep ?max=3&jobKey=sweep&jobKeyMode=preserve_run_at'

/** Runs jobs until stopped, across restarts of the database. A `web` process leaves them to others. */
export function startWorker(services: Services, url: string): Repeated {
  if (services.config.role === 'web') return { stop: async () => {} }
  const lanes = LANES.map((lane) =>
    repeat(RESTART_MS, (stopping) =>
      work(services, url, lane, stopping).catch((error: unknown) =>
        services.log.warn({ reason: toMessage(error) }, 'jobs paused; trying again'),
      ),
    ),
  )
  // A killed node would else keep a webhook's queue locked until the next sweep.
  const releasing = repeat(POLL_MS, () =>
    releaseAbandonedJobs(services).catch((err: unknown) =>
      services.log.debug({ err }, 'could not look for jobs of a killed process'),
    ),
  )
  return { stop: async () => void (await Promise.all([...lanes, releasing].map((each) => each.stop()))) }
}

/** Returns when stopped or when the queue's connection breaks. */
async function work(services: Services, url: string, lane: Lane, stopping: AbortSignal): Promise<void> {
  const { concurrency, takes } = lane
  const presence = keepPresence(url)
  const pool = openQueuePool(url, concurrency + 2)
  try {
    await releaseAbandonedJobs(services)
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => void presence.announce(workerPool.id))
    const broken = new Promise<void>((resolve) => {
      for (const event of BREAKS) events.once(event, () => resolve())
    })
    // Loaded after the Ready line.
    const { Logger, run } = await import('graphile-worker')
    const runner = await run({
      pgPool: pool,
      preset: REPORT_BY_BATCH,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      taskList: Object.fromEntries(Object.entries(taskList(services)).filter(([task]) => takes(task))),
      crontab: takes('sweep') ? `${HOURLY_SWEEP}\n${DAILY_RETENTION}` : '',
      logger: new Logger(queueLogger(services.log)),
      events,
    })
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= runner.stop().catch(() => {}))
    stopping.addEventListener('abort', () => void stop(), { once: true })
    if (stopping.aborted) void stop()
    else if (takes('sweep')) await addFirstJobs(services).catch(() => {})
    // graphile-worker 0.17.3 miscounts running jobs after a break, so its promise may never settle.
    await Promise.race([runner.promise, broken])
    await pTimeout(stop(), { milliseconds: GIVE_UP_MS, message: false })
  } finally {
    await presence.close()
    await pTimeout(pool.end(), { milliseconds: CLOSE_MS, message: false }).catch(() => {})
  }
}

const addFirstJobs = ({ db }: Services): Promise<void> =>
  asSystem(db, 'maintenance', async (client) => {
    await addJob(client, 'sweep', {})
    for (const step of UPGRADE_NAMES) await addJob(client, 'upgrade', upgradeFromStart(step))
  })

/** After these events a job may stay locked for hours; ending the pool lets the next one take it over. */
const BREAKS = ['worker:getJob:error', 'pool:fatalError'] as const

// Without batches graphile-worker raises no pool:fatalError.
const REPORT_BY_BATCH = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

const queueLogger =
  (log: Services['log']): LogFunctionFactory =>
  () =>
  (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'from the job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'from the job queue')
    else log.debug({ queue: message }, 'from the job queue')
  }
