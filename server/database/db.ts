import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '../generated/client.ts'

/**
 * Two pools of one login role. `tenant` connections carry no scope, so row-level security shows them nothing until
 * a transaction sets one; `system` connections are opened with the system scope. Only server/auth/actor.ts may use
 * them directly.
 */
export type Database = { tenant: PrismaClient; system: PrismaClient; close(): Promise<void> }

export type PoolOptions = {
  /** connections in each of the two pools */
  max?: number
  /** told of connections that break while idle; the pool replaces them by itself */
  onError?: (error: Error) => void
}

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens both pools; connections are made on first use, so a wrong URL shows only then.
 * Every connection commits synchronously, whatever the role's or the server's default is: a success that was
 * answered must survive a crash.
 */
export function openPools(url: string, { max = 10, onError = () => {} }: PoolOptions = {}): Database {
  const open = (settings: string) =>
    new PrismaClient({
      adapter: new PrismaPg(
        { connectionString: withSettings(url, settings), max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
        { onPoolError: onError, onConnectionError: onError },
      ),
    })
  const tenant = open(TENANT_SETTINGS)
  const system = open(SYSTEM_SETTINGS)
  return {
    tenant,
    system,
    async close() {
      await Promise.all([tenant.$disconnect(), system.$disconnect()])
    },
  }
}

const TENANT_SETTINGS = '-c synchronous_commit=on'
const SYSTEM_SETTINGS = `${TENANT_SETTINGS} -c intake.scope=system`

/** The connection URL of a client that works as the system, such as the job queue's own pool. */
export function systemUrl(url: string): string {
  return withSettings(url, SYSTEM_SETTINGS)
}

function withSettings(url: string, settings: string): string {
  const result = new URL(url)
  const given = result.searchParams.get('options')
  result.searchParams.set('options', given ? `${given} ${settings}` : settings)
  return result.href
}
