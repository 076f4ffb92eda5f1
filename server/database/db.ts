import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.ts'

/**
 * Two pools of one login role. `tenant` connections carry no scope, so row-level security shows them nothing until
 * a transaction sets one; `system` connections are opened with the system scope. Only server/auth/actor.ts may use
 * them directly.
 */
export type Database = {
  tenant: PrismaClient
  system: PrismaClient
  /** the connections of `system` without Prisma, which takes longer over a large row than PostgreSQL does */
  systemPool: pg.Pool
  close(): Promise<void>
}

export type PoolOptions = {
  /** connections in each of the two pools */
  max?: number
  /** told of connections that break while idle; the pool replaces them by itself */
  onError?: (error: Error) => void
}

/** How long a new connection may take. */
export const CONNECT_TIMEOUT_MS = 10_000

/**
 * How long a transaction may wait for a connection, and how long it may take. In a rush everybody is served a little
 * later: with Prisma's own 2 and 5 seconds some would be turned away whose turn was about to come.
 */
const PATIENCE = { maxWait: CONNECT_TIMEOUT_MS, timeout: 10_000 }

/**
 * Opens both pools; connections are made on first use, so a wrong URL shows only then.
 * Every connection commits synchronously, whatever the role's or the server's default is: a success that was
 * answered must survive a crash.
 */
export function openPools(url: string, { max = 10, onError = () => {} }: PoolOptions = {}): Database {
  const open = (settings: string) => {
    const pool = new pg.Pool({
      connectionString: withSettings(url, settings),
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    pool.on('error', onError)
    const adapter = new PrismaPg(pool, { onConnectionError: onError })
    return { pool, client: new PrismaClient({ adapter, transactionOptions: PATIENCE }) }
  }
  const tenant = open(TENANT_SETTINGS)
  const system = open(SYSTEM_SETTINGS)
  return {
    tenant: tenant.client,
    system: system.client,
    systemPool: system.pool,
    async close() {
      await Promise.all(
        [tenant, system].map(async ({ client, pool }) => {
          await client.$disconnect()
          await pool.end()
        }),
      )
    },
  }
}

const COMMON_SETTINGS = '-c synchronous_commit=on'
// No scope, whatever the role, the database or the URL says: a transaction sets its own.
const NO_SCOPE = '-c intake.scope='
// Lists are read from indexes in some tens of milliseconds. Compiling such a statement, or starting processes to share
// it among, takes as long again, and takes the processors from everybody else.
const TENANT_SETTINGS = `${COMMON_SETTINGS} ${NO_SCOPE} -c jit=off -c max_parallel_workers_per_gather=0`
// A connection keeps its plans, those of foreign keys among them, and makes the first while tables are still empty:
// reading such a table from end to end looks best then, and would be kept as it fills.
const SYSTEM_SETTINGS = `${COMMON_SETTINGS} -c intake.scope=system -c enable_seqscan=off`

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
