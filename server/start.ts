import type { FastifyInstance } from 'fastify'
import { seed, type Seeded } from '../prisma/seed.ts'
import { createSessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import { openKeyRing } from './crypto/main-key.ts'
import { openPools } from './database/db.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { checkExternalServer } from './database/external-server.ts'
import { migrate } from './database/migrate.ts'
import { createStorage } from './files/storage.ts'
import type { Lifecycle } from './http/health.ts'
import type { LogStream } from './http/log.ts'
import { createApp, mountRoutes } from './http/server.ts'
import { installQueue, startWorker } from './jobs/queue.ts'
import { createMailer } from './mail/mailer.ts'
import type { Services } from './services.ts'

export type Running = {
  /** where it listens: the public address */
  url: string
  services: Services
  /** what the first start made; null on every other */
  seeded: Seeded | null
  /** Stops accepting, finishes what is in flight (10 s at most), stops jobs, closes the database cleanly. */
  stop(): Promise<void>
}

const FINISH_WITHIN_MS = 10_000

/**
 * Brings everything up and answers when requests are served.
 *
 * @param logStream where log lines go; stderr unless told
 * @throws whatever keeps it from starting, with what was opened closed again
 */
export async function startIntake(config: Config, logStream?: LogStream): Promise<Running> {
  const app = createApp(config, logStream)
  const lifecycle: Lifecycle = { state: 'starting' }
  // In the order in which they are undone: last opened, first closed.
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    lifecycle.state = 'stopping'
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const url = await openDatabase(config, app, closers)
    const db = openPools(url, { onError: (err) => app.log.warn({ err }, 'a database connection broke') })
    closers.push(() => db.close())
    await Promise.all([migrate(url), installQueue(url)])
    const services: Services = {
      config,
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      db,
      keys: await openKeyRing(config, db),
      storage: createStorage(config),
      sessions: createSessions(db),
      mailer: createMailer(config),
      log: app.log,
    }
    await mountRoutes(app, services, lifecycle)
    await app.listen({ host: config.host, port: config.port })
    closers.push(() => within(FINISH_WITHIN_MS, app.close(), () => app.server.closeAllConnections()))
    // Only now is it known which port is free.
    if (config.publicUrl === null) services.publicUrl = `http://localhost:${portOf(app)}`

    const seeded = await seed(services)
    if (config.worker) {
      const worker = await startWorker(services)
      closers.push(() => within(FINISH_WITHIN_MS, worker.stop(), () => app.log.warn('jobs were still running')))
    }
    lifecycle.state = 'serving'
    return { url: services.publicUrl, services, seeded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The database's URL: the external one's, else that of the embedded server, started or adopted. */
async function openDatabase(
  config: Config,
  app: FastifyInstance,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.databaseUrl !== null) {
    const warning = await checkExternalServer(config.databaseUrl)
    if (warning !== null) app.log.warn(warning)
    return config.databaseUrl
  }
  const server = await startEmbeddedPostgres(config.dataDir, { onEvent: (message) => app.log.warn(message) })
  closers.push(() => server.stop())
  return server.url
}

/** Waits for the work to end, but for so long only; `late` then does what can be done. */
async function within(milliseconds: number, work: Promise<unknown>, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late()
      resolve()
    }, milliseconds)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
