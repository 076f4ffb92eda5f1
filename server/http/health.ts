import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { readVersion } from '../project-root.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'
import pTimeout from 'p-timeout'
import { requireDiskRoom } from '../platform/files/disk-reserve.ts'
import { nameError } from './log.ts'

export const REASONS = ['database', 'storage', 'disk', 'replica', 'worker'] as const
type Reason = (typeof REASONS)[number]

export type Lifecycle = {
  state: 'starting' | 'serving' | 'stopping'
  areWorkersMissing?: boolean
  /** what the last checks missed */
  missed: ReadonlySet<Reason>
  /** when these checks began, as others may overlap them */
  checkedAt: number
}

const ANSWER_WITHIN_MS = 3000
const CHECKS = [
  ['database', 'the database does not answer', 'the database answers again'],
  ['storage', 'the storage does not answer', 'the storage answers again'],
  ['disk', 'less than DISK_RESERVE_MB is free: uploads are refused', 'the disk has room again'],
] as const

export const createLifecycle = (): Lifecycle => ({ state: 'starting', missed: new Set(), checkedAt: 0 })

const inTime = <T>(work: Promise<T>): Promise<T> => pTimeout(work, { milliseconds: ANSWER_WITHIN_MS })

/** Logs the start and the end of each outage once. @returns the names of the services that do not answer */
export async function checkHealth(services: Services, lifecycle: Lifecycle): Promise<Set<Reason>> {
  const { config, db, log, storage } = services
  const began = performance.now()
  const errors = new Map<Reason, unknown>()
  const attempt = (name: Reason, work: Promise<unknown>) =>
    inTime(work).catch((error: unknown) => errors.set(name, error))
  await Promise.all([
    // A database that is being restored has no tables or no rows.
    attempt(
      'database',
      db.system('health').read(({ user }) => user.findFirstOrThrow({ select: { id: true } })),
    ),
    // It may make its folder.
    attempt('storage', storage.healthy()).then(() => attempt('disk', requireDiskRoom(config))),
  ])
  const missed = new Set(errors.keys())
  if (began >= lifecycle.checkedAt) {
    for (const [name, lost, found] of CHECKS) {
      if (lifecycle.missed.has(name) === missed.has(name)) continue
      if (missed.has(name)) log.warn({ reason: nameError(errors.get(name)) }, lost)
      else log.info(found)
    }
    Object.assign(lifecycle, { missed, checkedAt: began })
  }
  return findDegraded(services, { ...lifecycle, missed })
}

export const findDegraded = ({ db }: Services, { missed, areWorkersMissing }: Lifecycle): Set<Reason> =>
  new Set([
    ...missed,
    ...(db.replica?.isUsed() === false ? (['replica'] as const) : []),
    ...(areWorkersMissing ? (['worker'] as const) : []),
  ])

/** An outage of storage, replica or workers is only reported: all nodes share them, and most calls work without. */
export function registerHealth(app: FastifyInstance, services: Services, lifecycle: Lifecycle): void {
  const version = readVersion()
  const findMigration = (): Promise<{ name: string | null }[]> =>
    services.db.system('health').read(
      (client) => client.$queryRaw`
      SELECT max(migration_name COLLATE "C") AS name FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )

  app.get('/health/live', async () => success({ live: true }))

  app.get('/health/ready', async () => {
    if (lifecycle.state !== 'serving') throw new AppError('unavailable')
    const found = await checkHealth(services, lifecycle)
    if (found.has('database')) throw new AppError('unavailable')
    // A full disk stops what a store that is away stops: uploads.
    if (found.delete('disk')) found.add('storage')
    const degraded = [...found]
    return success({ ready: true, ...(degraded.length > 0 && { degraded }) })
  })

  app.get('/health/version', async () => {
    const [migration] = await inTime(findMigration()).catch(() => [])
    return success({ version, migration: migration?.name ?? null })
  })
}
