import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { asSystem } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import { hasDiskRoom } from '../files/disk-reserve.ts'
import { readVersion } from '../project-root.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'

export type Lifecycle = { state: 'starting' | 'serving' | 'stopping'; areWorkersMissing?: boolean }

const ANSWER_WITHIN_MS = 3000

/** An outage of storage, replica or workers is only reported: all nodes share them, and most calls work without. */
export function registerHealth(app: FastifyInstance, services: Services, lifecycle: Lifecycle): void {
  let wasDegraded = false
  const isStorageUp = async (): Promise<boolean> => {
    try {
      await inTime(services.storage.healthy())
      if (!(await hasDiskRoom(services.config))) throw new AppError('storage_full')
      wasDegraded = false
      return true
    } catch (err) {
      if (!wasDegraded) services.log.warn({ err }, 'the storage does not answer or is full')
      wasDegraded = true
      return false
    }
  }
  // A database that is being restored has no tables or no rows.
  const checkDatabase = (): Promise<unknown> =>
    inTime(
      asSystem(services.db, 'health', (client) => client.user.findFirstOrThrow({ select: { id: true } })),
    )
  const version = readVersion()
  const findMigration = (): Promise<{ name: string | null }[]> =>
    asSystem(
      services.db,
      'health',
      (client) => client.$queryRaw`
      SELECT max(migration_name COLLATE "C") AS name FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )

  app.get('/health/live', async () => success({ live: true }))

  app.get('/health/ready', async () => {
    if (lifecycle.state !== 'serving') throw new AppError('unavailable')
    const storage = isStorageUp()
    await checkDatabase().catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause })
    })
    const degraded = [
      ...((await storage) ? [] : ['storage']),
      ...(services.db.replica?.isUsed() === false ? ['replica'] : []),
      ...(lifecycle.areWorkersMissing ? ['worker'] : []),
    ]
    return success({ ready: true, ...(degraded.length > 0 && { degraded }) })
  })

  app.get('/health/version', async () => {
    const [migration] = await inTime(findMigration()).catch(() => [])
    return success({ version, migration: migration?.name ?? null })
  })
}

const inTime = <T>(work: Promise<T>): Promise<T> => pTimeout(work, { milliseconds: ANSWER_WITHIN_MS })
