import { asSystem } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { repeat } from './repeat.ts'

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
    const workers = await asSystem(db, 'health', (client) => client.$queryRaw<unknown[]>(WORKERS)).catch(
      () => null,
    )
    if (workers) missed = workers.length > 0 ? 0 : missed + 1
    if (workers && missed === LOOKS) log.warn('no worker runs, so PDFs, mails and webhooks wait')
    tell(missed >= LOOKS)
  })
}
