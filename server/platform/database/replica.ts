import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pTimeout from 'p-timeout'
import { toMessage } from '../../system-error.ts'
import { openPools, type Database, type Replica } from './db.ts'

type Position = { identity: string; lsn: string }
type State = { identity: string; isReplica: boolean; isCurrent: boolean }

const CHECK_EVERY_MS = 1000
const MAX_LAG_MS = 1000
const MAX_DELAY_MS = 30_000
/** After this, a read stops waiting for the replica and goes to the primary. */
const MAX_WAIT_MS = 30
const POLL_MS = 5

// An acknowledged commit is flushed to disk, so the replica holds it once it has replayed the primary's flush position.
// After a failover positions of two timelines can't be compared.
const WHERE_PRIMARY_IS = `
  SELECT pg_current_wal_flush_lsn() AS "lsn", concat_ws('/', system_identifier, current_database(), current_user,
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)) AS "identity" FROM pg_control_system()`
const WHERE_REPLICA_IS = `
  SELECT pg_is_in_recovery() AS "isReplica", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, FALSE) AS "isCurrent",
    concat_ws('/', system_identifier, current_database(), current_user,
      lpad(upper(to_hex(timeline_id)), 8, '0')) AS "identity" FROM pg_control_system(), pg_control_checkpoint()`

/** Checks the replica now and each second, with growing pauses while it can't be used. */
export function followReplica(
  url: string,
  primary: Database,
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn'>,
): Replica {
  const sockets = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    return socket
  }
  const db = openPools(url, { stream })
  const stopping = new AbortController()
  let problem: string | null = 'it has not been checked yet'

  const locatePrimary = async (): Promise<Position> => {
    const { rows } = await primary.connections.system.pool.query<Position>(WHERE_PRIMARY_IS)
    if (!rows[0]) throw new Error('PostgreSQL returned no position')
    return rows[0]
  }
  const findProblem = async ({ identity, lsn }: Position, patienceMs: number): Promise<string | null> => {
    const since = performance.now()
    for (;;) {
      const { rows } = await db.connections.system.pool.query<State>(WHERE_REPLICA_IS, [lsn])
      if (!rows[0]?.isReplica) return 'it is no replica (any more)'
      if (rows[0].identity !== identity) return 'it is of another database, role or timeline'
      if (rows[0].isCurrent) return null
      if (performance.now() - since > patienceMs) return 'it is too far behind'
      await sleep(POLL_MS)
    }
  }
  const check = async (): Promise<string | null> => {
    const position = await locatePrimary()
    return pTimeout(findProblem(position, MAX_LAG_MS), {
      milliseconds: 2 * MAX_LAG_MS,
      message: 'it does not respond',
    }).catch(toMessage)
  }
  const watch = async () => {
    let delay = CHECK_EVERY_MS
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      // A failure of the primary says nothing about the replica.
      const found = await check().catch(() => problem)
      if (found !== null && (problem === null || isFirst))
        log.warn({ reason: found }, 'the replica is not used; DATABASE_URL serves all reads')
      if (found === null && problem !== null) log.info('the replica serves reads')
      problem = found
      // Hanging reads then fail, and run again on the primary.
      if (found !== null) sockets.forEach((socket) => socket.destroy())
      delay = found === null ? CHECK_EVERY_MS : Math.min(2 * delay, MAX_DELAY_MS)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    isUsed: () => problem === null,
    async read(work) {
      if (problem !== null) return work(primary)
      try {
        if ((await findProblem(await locatePrimary(), MAX_WAIT_MS)) === null) return await work(db)
      } catch (error) {
        log.debug({ reason: toMessage(error) }, 'a read failed on the replica')
      }
      return work(primary)
    },
    async close() {
      stopping.abort()
      sockets.forEach((socket) => socket.destroy())
      await watching
      await db.close()
    },
  }
}
