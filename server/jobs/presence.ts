import { once } from 'node:events'
import pTimeout from 'p-timeout'
import pg from 'pg'
import { systemUrl } from '../platform/database/connections.ts'
import { repeat } from './repeat.ts'

type Presence = {
  /** Sets the connection's name, also after a reconnect. Resolves when other processes can see it. */
  announce(name: string): Promise<void>
  close(): Promise<void>
}

const RETRY_MS = 1000
const CONNECT_TIMEOUT_MS = 5000
const CLOSE_MS = 500

/** Keeps a named connection open while this process lives, so that other processes can tell who is gone. */
export function keepPresence(url: string): Presence {
  let name: string | null = null
  let current: pg.Client | null = null
  let onConnected = () => {}
  const connected = new Promise<void>((resolve) => (onConnected = resolve))

  const tell = async (): Promise<void> => {
    if (name !== null) await current?.query(`SELECT set_config('application_name', $1, false)`, [name])
  }
  const live = async (stopping: AbortSignal): Promise<void> => {
    const client = new pg.Client({
      connectionString: systemUrl(url),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    const ended = once(client, 'end', { signal: stopping }).catch(() => {})
    // Without a listener an error ends the process; 'end' follows.
    client.on('error', () => {})
    try {
      await client.connect()
      current = client
      await tell()
      onConnected()
      await ended
    } finally {
      current = null
      await pTimeout(client.end(), { milliseconds: CLOSE_MS, message: false }).catch(() => {})
    }
  }
  const connection = repeat(RETRY_MS, (stopping) => live(stopping).catch(() => {}))
  return {
    async announce(given) {
      name = given
      await connected
      await tell().catch(() => {})
    },
    close: connection.stop,
  }
}
