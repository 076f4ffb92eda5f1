import { systemUrl } from '../database/connections.ts'
import type { Database } from '../database/db.ts'
import { Prisma } from '../../generated/client.ts'
import { hasCode } from '../../system-error.ts'

/** The last migration of the installed graphile-worker. */
const LAST_MIGRATION = 19
const UNDEFINED_TABLE = '42P01'

export async function installQueue(url: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const silent = new Logger(() => () => {})
  await runMigrations({ connectionString: systemUrl(url), maxPoolSize: 1, logger: silent })
}

/** Asked before `installQueue`, as loading graphile-worker takes 30 ms of each start. */
export async function isQueueCurrent(db: Database): Promise<boolean> {
  const last = Prisma.sql`SELECT max("id") AS "id" FROM graphile_worker.migrations`
  try {
    const [found] = await db.system('maintenance').query<{ id: number | null }>('queue-migration', last)
    return found?.id === LAST_MIGRATION
  } catch (error) {
    if (hasCode(error, UNDEFINED_TABLE)) return false
    throw error
  }
}
