import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.ts'
import { bindToTransactions } from './pooled-client.ts'
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
  /** where DATABASE_REPLICA_URL names one */
  replica: Replica | null
  close(): Promise<void>
}

export type Replica = {
  isUsed(): boolean
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type PoolOptions = Pick<pg.PoolConfig, 'stream'> & {
  max?: number
  /** `url` is a pooler's in transaction mode, where connections keep no settings */
  isPooler?: boolean
  onError?: (error: Error) => void
}

export const CONNECT_TIMEOUT_MS = 10_000

/** Prisma's defaults of 2 and 5 seconds would reject requests in a rush that could wait. */
export const PATIENCE = { maxWait: CONNECT_TIMEOUT_MS, timeout: 10_000 }

/**
 * A network that drops packets reports nothing, and TCP gives up after 15 minutes. Statements of jobs may take longer
 * than those of requests.
 */
const SYSTEM_SILENT_MS = 60_000

/** Every connection commits synchronously: an acknowledged write must survive a crash. */
export function openPools(
  url: string,
  { max = 10, isPooler = false, onError = () => {}, stream }: PoolOptions = {},
): Database {
  const open = (settings: Settings, silentMs: number, pipeline = isPooler) => {
    const pool = new pg.Pool({
      connectionString: isPooler ? url : withSettings(url, settings),
      max,
      pipeline,
      stream,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    pool.on('error', onError)
    // The pool listens to idle connections only, and a lost one without a listener would end the process. Its statements
    // reject.
    pool.on('connect', (client) => client.on('error', () => {}))
    // The next user of the connection would work in that transaction, with its scope.
    pool.on('release', (_error, client) => {
      if (client.getTransactionStatus() !== 'I') void client.end()
    })
    pool.on('connect', ({ connection: { stream } }) => {
      if (stream instanceof Socket) stream.setTimeout(silentMs, () => stream.destroy())
    })
    if (isPooler) pool.on('connect', (client) => bindToTransactions(client, toStatements(settings)))
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
  const tenant = open(TENANT_SETTINGS, PATIENCE.timeout + 5000, true)
  const system = open(SYSTEM_SETTINGS, SYSTEM_SILENT_MS)
  return {
    get tenant() {
      return tenant.client()
    },
    get system() {
      return system.client()
    },
    tenantPool: tenant.pool,
    systemPool: system.pool,
    replica: null,
    async close() {
      await Promise.all([tenant.close(), system.close()])
    },
  }
}

// JIT compilation takes longer than these queries. Before PostgreSQL 18 `enable_seqscan=off` also made any sequential
// scan look costly enough for it: 100 ms for one row.
const COMMON_SETTINGS = { synchronous_commit: 'on', jit: 'off' }
// Without the timeout, ten slow statements could hold all connections. Parallel workers take as long to start as these
// index scans do.
const TENANT_SETTINGS = {
  ...COMMON_SETTINGS,
  // Overrides any scope in the role's, the database's or the URL's settings.
  'intake.scope': '',
  statement_timeout: String(PATIENCE.timeout),
  max_parallel_workers_per_gather: '0',
  // The default is for spinning disks: PostgreSQL would read a whole table rather than an index of a quarter of its size.
  random_page_cost: '1.1',
}
// Connections keep their plans, and plan first while tables are still empty, when a sequential scan looks cheapest.
const SYSTEM_SETTINGS = { ...COMMON_SETTINGS, 'intake.scope': 'system', enable_seqscan: 'off' }

type Settings = Readonly<Record<string, string>>

export function systemUrl(url: string): string {
  return withSettings(url, SYSTEM_SETTINGS)
}

const toStatements = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
    .join('; ')

function withSettings(url: string, settings: Settings): string {
  const result = new URL(url)
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const given = result.searchParams.get('options')
  result.searchParams.set('options', [...(given ? [given] : []), ...options].join(' '))
  return result.href
}
