import pg from 'pg'
import { CONNECT_TIMEOUT_MS, systemUrl } from '../database/db.ts'

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: ((gone?: Error | boolean) => void) | undefined,
) => void

/** graphile-worker 0.17.3 may release a broken connection twice, at which pg throws, or one it never got. */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Taken): void
  override connect(callback?: Taken): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let released = false
      callback(error, client, (gone) => {
        if (released) return
        released = true
        release?.(gone)
      })
    })
  }
}

/** Ignores connection errors, which queries report too: the queue stops listening before the last connection is closed. */
export function openQueuePool(url: string, max: number): pg.Pool {
  const pool = new QueuePool({
    connectionString: systemUrl(url),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
