import type { FastifyInstance } from 'fastify'
import { asSystem } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
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

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
