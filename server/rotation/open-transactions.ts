import { setTimeout as delay } from 'node:timers/promises'
import { rotationMessages } from '#domain/messages/rotation'
import { MainKeyError } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import { asSystem } from '../database/transactions.ts'

const LOOK_AGAIN_MS = 100

/** After this, the rows of transactions that are open now are visible. Unlike locked tables, it holds up no writer. */
export async function openTransactionsEnd(db: Database, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let open = await openTransactions(db); open.length > 0;) {
    if (performance.now() > deadline)
      throw new MainKeyError(rotationMessages.refusals.transactionsOpen(open.length))
    await delay(LOOK_AGAIN_MS)
    const still = new Set(await openTransactions(db))
    open = open.filter((transaction) => still.has(transaction))
  }
}

/** Virtual transaction ids, which no later transaction reuses; those of autovacuum have no user. */
async function openTransactions(db: Database): Promise<string[]> {
  const rows = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ id: string }[]>`
      SELECT "virtualxid" AS "id" FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'virtualxid' AND granted AND mode = 'ExclusiveLock' AND pid <> pg_backend_pid()
        AND datname = current_database() AND usename IS NOT NULL`,
  )
  return rows.map(({ id }) => id)
}
