import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { READ_LIMITS } from '#domain/limits'
import { seed, type Seeded } from '../prisma/seed.ts'
import { createSessions } from './auth/sessions.ts'
import { signInPolicy } from './auth/sign-in-policy.ts'
import { openCertificates } from './evidence/certificates.ts'
import { refuseHalfRestored } from './platform/backup/begun-restore.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { followReplica } from './platform/database/replica.ts'
import { checkInstallation, refuseNewDatabase } from './platform/files/installation.ts'
import { checkedStorage, checkStore } from './platform/files/checked-storage.ts'
import { createStorage } from './platform/files/create-storage.ts'
import { checkScanner } from './platform/files/virus-scan.ts'
import { trackConnections } from './http/connections.ts'
import { checkHealth, createLifecycle } from './http/health.ts'
import type { LogStream } from './http/log.ts'
import { createApp, mountRoutes } from './http/server.ts'
import { startSealer } from './jobs/audit-sealer.ts'
import { repeat } from './jobs/repeat.ts'
import { watchWorkers, startWorker } from './jobs/worker.ts'
import { startSumming } from './jobs/sum-changes.ts'
import { startPlacing } from './jobs/webhook.job.ts'
import { createMarker } from './marks/marker.ts'
import { createMailer, mailWarnings } from './platform/mail/mailer.ts'
import { createPdfRenderer } from './submissions/pdf/pdf-renderer.ts'
import { createStatementReader } from './statements/statement-reader.ts'
import { installQueue, isQueueCurrent } from './platform/queue/install-queue.ts'
import { followKeys } from './platform/rotation/follow-keys.ts'
import type { Services } from './services.ts'

export type Running = {
  url: string
  services: Services
  seeded: Seeded | null
  stop(): Promise<void>
}

const FINISH_WITHIN_MS = 10_000
const CHECK_EVERY_MS = 10_000

/** @param warnings about the settings, for the log */
export async function startIntake(
  config: Config,
  logStream?: LogStream,
  warnings: readonly string[] = [],
): Promise<Running> {
  const app = createApp(config, logStream)
  for (const line of [...warnings, ...mailWarnings(config)]) app.log.warn(line)
  const lifecycle = createLifecycle()
  // Closed in reverse order.
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    lifecycle.state = 'stopping'
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    await checkPorts(config)
    await openDataDir(config.dataDir)
    await refuseHalfRestored(config.dataDir)
    const store = createStorage(config)
    const isStoreUp = await checkStore(store, app.log)
    await refuseNewDatabase(config, store)
    const { db, url, close } = await openDatabase(config, app.log)
    closers.push(close)
    if (config.databaseReplicaUrl !== null) {
      const replica = (db.replica = followReplica(config.databaseReplicaUrl, db, app.log))
      closers.push(() => replica.close())
    }
    const storage = checkedStorage(store, () =>
      checkInstallation({ db, storage: store, config, log: app.log }),
    )
    if (isStoreUp) await storage.check()
    if (!(await isQueueCurrent(db))) await installQueue(url)
    const { keys, stop: stopFollowing } = await followKeys(config, db, url, app.log)
    closers.push(stopFollowing)
    const pdfs = createPdfRenderer()
    closers.push(() => pdfs.close())
    const marker = createMarker()
    closers.push(() => marker.close())
    const statements = createStatementReader({ recognition: config.recognizeScans })
    closers.push(() => statements.close())
    const services: Services = {
      config,
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      db,
      keys,
      storage,
      sessions: createSessions(db, signInPolicy(config)),
      mailer: createMailer(config),
      marker,
      pdfs,
      statements,
      readLimits: { ...READ_LIMITS },
      log: app.log,
    }
    if (config.metricsPort !== null) {
      const { serveMetrics } = await import('./platform/telemetry/metrics-server.ts')
      closers.push(await serveMetrics(app, services, lifecycle))
    }
    if (config.traceUrl !== null) {
      const { startTracing } = await import('./platform/telemetry/tracing.ts')
      closers.push(startTracing(app, config.traceUrl, `${hostname()}:${config.port || process.pid}`))
    }
    await mountRoutes(app, services, lifecycle)
    const connections = trackConnections(app.server)
    await listen(app, config)
    // Closes after everything that writes to the log.
    const sealer = startSealer(services)
    closers.push(() => pTimeout(sealer.stop(), { milliseconds: FINISH_WITHIN_MS, message: false }))
    closers.push(() => {
      const closed = app.close()
      connections.drain()
      return pTimeout(closed, {
        milliseconds: FINISH_WITHIN_MS,
        fallback: () => app.server.closeAllConnections(),
      })
    })
    if (config.publicUrl === null) services.publicUrl = `http://localhost:${readPort(app)}`

    await openCertificates(services)
    const seeded = config.role === 'worker' ? null : await seed(services)
    const placing = startPlacing(services)
    closers.push(() => placing.stop())
    const summing = startSumming(services)
    closers.push(() => summing.stop())
    const worker = startWorker(services, url)
    closers.push(() =>
      pTimeout(worker.stop(), {
        milliseconds: FINISH_WITHIN_MS,
        fallback: () => app.log.warn('jobs were still running'),
      }),
    )
    if (config.role === 'web') {
      const watching = watchWorkers(services, (areMissing) => (lifecycle.areWorkersMissing = areMissing))
      closers.push(() => watching.stop())
    }
    void checkScanner(services)
    // Keeps log and metrics true where no probe asks.
    const checking = repeat(CHECK_EVERY_MS, async () => void (await checkHealth(services, lifecycle)))
    closers.push(() => pTimeout(checking.stop(), { milliseconds: 1000, message: false }))
    lifecycle.state = 'serving'
    return { url: services.publicUrl, services, seeded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Listens at all ports for a moment, before a database is made or migrated for a server that can't serve. */
async function checkPorts({ host, port, metricsPort }: Config): Promise<void> {
  const servers: Server[] = []
  try {
    for (const each of [port, metricsPort ?? 0]) {
      const server = createServer().listen(each, host)
      servers.push(server)
      await once(server, 'listening')
    }
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

async function listen(app: FastifyInstance, { host, port, logLevel }: Config): Promise<void> {
  // Fastify logs the address, which the Ready line has already.
  app.log.level = 'silent'
  await app.listen({ host, port })
  app.log.level = logLevel
}

function readPort(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
