import { EventEmitter } from 'node:events'
import type { LogFunctionFactory, WorkerEvents } from 'graphile-worker'
import pTimeout from 'p-timeout'
import { renewSessions } from '../sign-in/renew-sessions.ts'
import { removeOldMails } from '../platform/mail/mailer.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { toMessage } from '../system-error.ts'
import { keepPresence } from './presence.ts'
import { openQueuePool } from './queue-pool.ts'
import { repeat, type Repeated } from './repeat.ts'
import { letNewJobsPass, releaseAbandonedJobs } from './sweep.job.ts'
import { sendsMail, taskList } from './tasks.ts'
import { Prisma } from '../generated/client.ts'

const sendsWebhook = (task: string): boolean => task === 'deliver-webhook'
const recognizes = (task: string): boolean => task.startsWith('recognize-')
/**
 * WORKER_CONCURRENCY is that of the first lane. Receivers of webhooks, a mail server and a time-stamping authority may be
 * slow, so nothing else waits for them.
 */
const lanes = ({ workerConcurrency, timestampUrl, recognizeScans }: Services['config']) => {
  const waitsForStamp = (task: string): boolean => task === 'seal-pdf' && timestampUrl !== null
  const isSlow = (task: string): boolean =>
    sendsMail(task) || sendsWebhook(task) || waitsForStamp(task) || recognizes(task)
  return [
    { concurrency: workerConcurrency, takes: (task: string) => !isSlow(task) },
    // Scans take minutes, and a page all of a processor.
    ...(recognizeScans ? [{ concurrency: 1, takes: recognizes }] : []),
    { concurrency: 2, takes: sendsMail },
    { concurrency: 4, takes: sendsWebhook },
    ...(timestampUrl === null ? [] : [{ concurrency: 1, takes: waitsForStamp }]),
  ]
}
type Lane = { concurrency: number; takes: (task: string) => boolean }
const POLL_MS = 5000
const RESTART_MS = 2000
const GIVE_UP_MS = 5000
const CLOSE_MS = 1000
const DAY_MS = 24 * 60 * 60_000
/** `fill` makes up for a day on which no process ran. */
const DAILY_RETENTION = '41 2 * * * retention ?fill=1d&max=3&jobKey=retention&jobKeyMode=preserve_run_at'
const HOURLY_SWEEP = '17 * * * * sweep ?max=3&jobKey=sweep&jobKeyMode=preserve_run_at'

/** Runs jobs until stopped, across restarts of the database. A `web` process leaves them to others. */
export function startWorker(services: Services, url: string): Repeated {
  if (services.config.role === 'web') return { stop: async () => {} }
  const working = lanes(services.config).map((lane) =>
    repeat(RESTART_MS, (stopping) =>
      work(services, url, lane, stopping).catch((error: unknown) =>
        services.log.warn({ reason: toMessage(error) }, 'jobs paused; trying again'),
      ),
    ),
  )
  // A killed node would else keep a webhook's queue locked until the next sweep.
  const releasing = repeat(POLL_MS, () =>
    orderJobs(services).catch((err: unknown) =>
      services.log.debug({ err }, 'could not put the waiting jobs in order'),
    ),
  )
  const renewing = repeat(POLL_MS, () =>
    renewSessions(services).catch((err: unknown) => services.log.debug({ err }, 'could not renew sessions')),
  )
  // Each process has a folder of its own, so a job of the queue would reach only one of them.
  const clearing = repeat(DAY_MS, () =>
    removeOldMails(services.config).catch((err: unknown) =>
      services.log.warn({ err }, 'could not remove old mails'),
    ),
  )
  const all = [...working, releasing, renewing, clearing]
  return { stop: async () => void (await Promise.all(all.map((each) => each.stop()))) }
}

async function orderJobs(services: Services): Promise<void> {
  await releaseAbandonedJobs(services)
  await letNewJobsPass(services)
}

async function work(services: Services, url: string, lane: Lane, stopping: AbortSignal): Promise<void> {
  const { concurrency, takes } = lane
  const presence = keepPresence(url)
  const pool = openQueuePool(url, concurrency + 2)
  try {
    await orderJobs(services)
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
  db.system('maintenance').write((client) => addJob(client, 'sweep', {}))

/** After these events a job may stay locked for hours; ending the pool lets the next one take it over. */
const BREAKS = ['worker:getJob:error', 'pool:fatalError'] as const

// Without batches graphile-worker raises no pool:fatalError.
const REPORT_BY_BATCH = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

const queueLogger =
  (log: Services['log']): LogFunctionFactory =>
  () =>
  (level, message) => {
    const own = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log[own]({ queue: message }, 'from the job queue')
  }

const WORKERS = Prisma.sql`SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND starts_with(application_name, 'pool-') LIMIT 1`
/** Enough for a worker that is restarted to be back. */
const LOOKS = 3

/**
 * Looks for workers every `lookMs` milliseconds, and tells a `web` process whether there has been none for three looks. A
 * worker is seen by the name of the connection that `keepPresence` keeps open.
 */
export function watchWorkers({ db, log }: Services, tell: (areMissing: boolean) => void, lookMs = 30_000) {
  let missed = 0
  return repeat(lookMs, async () => {
    // Without an answer from the database the last count stays.
    const workers = await db
      .system('health')
      .read((client) => client.$queryRaw<unknown[]>(WORKERS))
      .catch(() => null)
    if (workers?.length && missed >= LOOKS) log.info('a worker runs again')
    if (workers) missed = workers.length > 0 ? 0 : missed + 1
    if (workers && missed === LOOKS) log.warn('no worker runs, so PDFs, mails and webhooks wait')
    tell(missed >= LOOKS)
  })
}
