import pg from 'pg'
import { CONNECT_TIMEOUT_MS, systemUrl } from '../database/db.ts'

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: ((gone?: Error | boolean) => void) | undefined,
) => void

/**
 * The queue's listener may give a broken connection back twice, which a pool takes for a fault of the program; where
 * none was to be had there is nothing to give back.
 */
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

/**
 * The queue's connections, of which any may break at any time: whoever uses one learns of it, and nothing else comes
 * of it. The queue listens too, but not until the last one is closed, and an error that nobody hears ends the process.
 */
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
