import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.ts'
import { createStatementNames } from './statement-names.ts'

/**
 * Two pools of one role. `tenant` connections see no rows until a transaction sets a scope; `system`
 * connections see all. Only server/auth/actor.ts and transactions.ts use them directly.
 */
export type Database = {
  readonly tenant: PrismaClient
  readonly system: PrismaClient
  /** the pools of both, without Prisma, which is several times slower for a query */
  tenantPool: pg.Pool
  systemPool: pg.Pool
  close(): Promise<void>
}

type PoolOptions = {
  max?: number
  onError?: (error: Error) => void
}

export const CONNECT_TIMEOUT_MS = 10_000

/** Prisma's defaults of 2 and 5 seconds would reject requests in a rush that could wait. */
const PATIENCE = { maxWait: CONNECT_TIMEOUT_MS, timeout: 10_000 }

/** Every connection commits synchronously: an acknowledged write must survive a crash. */
export function openPools(url: string, { max = 10, onError = () => {} }: PoolOptions = {}): Database {
  const open = (settings: string, pipeline = false) => {
    const pool = new pg.Pool({
      connectionString: withSettings(url, settings),
      max,
      pipeline,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    pool.on('error', onError)
    // The pool listens to idle connections only, and a lost one without a listener would end the process. Its statements
    // reject.
    pool.on('connect', (client) => client.on('error', () => {}))
    let client: PrismaClient | undefined
    const make = () => {
      const statementNameGenerator = createStatementNames()
      const adapter = new PrismaPg(pool, { onConnectionError: onError, statementNameGenerator })
      return new PrismaClient({ adapter, transactionOptions: PATIENCE })
    }
    return {
      pool,
      // Made on first use, as the two would take 20 ms and 18 MB of each start.
      client: () => (client ??= make()),
      async close() {
        await client?.$disconnect()
        await pool.end()
      },
    }
  }
  const tenant = open(TENANT_SETTINGS, true)
  const system = open(SYSTEM_SETTINGS)
  return {
    get tenant() {
      return tenant.client()
    },
    get system() {
      return system.client()
    },
    tenantPool: tenant.pool,
    systemPool: system.pool,
    async close() {
      await Promise.all([tenant.close(), system.close()])
    },
  }
}

// JIT compilation takes longer than these queries. Before PostgreSQL 18 `enable_seqscan=off` also made any sequential
// scan look costly enough for it: 100 ms for one row.
const COMMON_SETTINGS = '-c synchronous_commit=on -c jit=off'
// Overrides any scope in the role's, the database's or the URL's settings.
const NO_SCOPE = '-c intake.scope='
// Without the timeout, ten slow statements could hold all connections. Parallel workers take as long to start as these
// index scans do.
const TENANT_SETTINGS = `${COMMON_SETTINGS} ${NO_SCOPE} -c statement_timeout=${PATIENCE.timeout} -c max_parallel_workers_per_gather=0`
// Connections keep their plans, and plan first while tables are still empty, when a sequential scan looks cheapest.
const SYSTEM_SETTINGS = `${COMMON_SETTINGS} -c intake.scope=system -c enable_seqscan=off`

export function systemUrl(url: string): string {
  return withSettings(url, SYSTEM_SETTINGS)
}

function withSettings(url: string, settings: string): string {
  const result = new URL(url)
  const given = result.searchParams.get('options')
  result.searchParams.set('options', given ? `${given} ${settings}` : settings)
  return result.href
}
