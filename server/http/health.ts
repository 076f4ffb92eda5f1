import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { asSystem } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'

export type Lifecycle = { state: 'starting' | 'serving' | 'stopping' }

const ANSWER_WITHIN_MS = 3000

/** A storage outage is only reported: all nodes share the storage, and most calls work without it. */
export function registerHealth(app: FastifyInstance, services: Services, lifecycle: Lifecycle): void {
  let wasDegraded = false
  const isStorageUp = async (): Promise<boolean> => {
    try {
      await inTime(services.storage.healthy())
      wasDegraded = false
      return true
    } catch (err) {
      if (!wasDegraded) services.log.warn({ err }, 'the storage does not answer')
      wasDegraded = true
      return false
    }
  }
  const checkDatabase = (): Promise<unknown> =>
    inTime(asSystem(services.db, 'health', (client) => client.$queryRaw`SELECT 1`))

  app.get('/health/live', async () => success({ live: true }))

  app.get('/health/ready', async () => {
    if (lifecycle.state !== 'serving') throw new AppError('unavailable')
    const storage = isStorageUp()
    await checkDatabase().catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause })
    })
    return success({ ready: true, ...(!(await storage) && { degraded: ['storage'] }) })
  })
}

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  pTimeout(work, { milliseconds: ANSWER_WITHIN_MS })
