import type { FastifyInstance } from 'fastify'
import { asSystem } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { within } from '../time-limit.ts'
import { success } from '../trpc/envelope.ts'

/** Where the process stands: requests are served in all of these, but only 'serving' is ready. */
export type Lifecycle = { state: 'starting' | 'serving' | 'stopping' }

const ANSWER_WITHIN_MS = 3000

/** `/health/live`: the process runs. `/health/ready`: it serves, and database and storage answer; else 503. */
export function registerHealth(app: FastifyInstance, services: Services, lifecycle: Lifecycle): void {
  app.get('/health/live', async () => success({ live: true }))

  app.get('/health/ready', async () => {
    if (lifecycle.state !== 'serving') throw new AppError('unavailable')
    try {
      await Promise.all([
        inTime(asSystem(services.db, 'health', (client) => client.$queryRaw`SELECT 1`)),
        inTime(services.storage.healthy()),
      ])
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause })
    }
    return success({ ready: true })
  })
}

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  within(ANSWER_WITHIN_MS, work, () => {
    throw new Error(`No answer within ${ANSWER_WITHIN_MS} ms`)
  })
