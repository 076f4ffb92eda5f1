import pg from 'pg'
import { CONNECT_TIMEOUT_MS, systemUrl } from '../platform/database/connections.ts'

/** Its statements are short; one that gets no answer makes the worker start anew. */
const QUERY_TIMEOUT_MS = 15_000

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

/** A worker caches the ids of its tasks. In a database restored meanwhile, they may be those of other tasks. */
function expectSameQueue(): pg.PoolConfig['verify'] {
  let first: number | null = null
  return (client, done) => {
    const accept = ({ rows }: pg.QueryResult<{ queue: number | null }>) => {
      const queue = rows[0]?.queue ?? null
      first ??= queue
      done(queue === first ? undefined : new Error('the job queue is not the one this worker began with'))
    }
    client.query("SELECT to_regclass('graphile_worker._private_tasks')::oid AS queue").then(accept, done)
  }
}

/** Ignores connection errors, which queries report too: the queue stops listening before the last connection is closed. */
export function openQueuePool(url: string, max: number): pg.Pool {
  const pool = new QueuePool({
    connectionString: systemUrl(url),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    verify: expectSameQueue(),
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
