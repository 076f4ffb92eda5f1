import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { systemUrl } from '../database/db.ts'
import { settleWithin } from './settle-within.ts'

export type Presence = {
  /** Names the connection, now and whenever it has to be made again. */
  announce(name: string): void
  close(): Promise<void>
}

const RETRY_MS = 1000
const CONNECT_TIMEOUT_MS = 5000
const CLOSE_MS = 500

/**
 * A connection that bears the name of this process's pool of jobs as long as it lives, so that other processes can
 * tell whose jobs are abandoned (`releaseAbandonedJobs`). Lost, it is made again.
 */
export function keepPresence(url: string): Presence {
  const closing = new AbortController()
  let name: string | null = null
  let current: pg.Client | null = null

  const tell = async (): Promise<void> => {
    if (name !== null) await current?.query(`SELECT set_config('application_name', $1, false)`, [name])
  }
  const closed = new Promise<void>((resolve) => {
    closing.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const live = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: systemUrl(url),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    // 'end' follows; without a listener the process would end.
    client.on('error', () => {})
    try {
      await client.connect()
      current = client
      await tell()
      await Promise.race([ended, closed])
    } finally {
      current = null
      await settleWithin(CLOSE_MS, client.end())
    }
  }
  const lived = (async () => {
    while (!closing.signal.aborted) {
      await live().catch(() => {})
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()
  return {
    announce(given) {
      name = given
      tell().catch(() => {})
    },
    async close() {
      closing.abort()
      await lived
    },
  }
}
