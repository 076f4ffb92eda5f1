import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../generated/client.ts'

export type PoolOptions = Pick<pg.PoolConfig, 'stream'> & {
  max?: number
  /** PostgreSQL itself, if `url` is a pooler's in transaction mode, where connections keep no settings */
  directUrl?: string
  onError?: (error: Error) => void
}

export type Connections = {
  /** without Prisma, which is several times slower for a query */
  pool: pg.Pool
  client(): PrismaClient
  close(): Promise<void>
}

export const CONNECT_TIMEOUT_MS = 10_000

/** Prisma's defaults of 2 and 5 seconds would reject requests in a rush that could wait. */
export const PATIENCE = { maxWait: CONNECT_TIMEOUT_MS, timeout: 10_000 }

/**
 * A network that drops packets reports nothing, and TCP gives up after 15 minutes. Statements of jobs may take longer
 * than those of requests.
 */
const SYSTEM_SILENT_MS = 60_000

/**
 * Two pools of one role: `tenant` sees no rows until a transaction sets a scope, `system` sees all.
 * Every connection commits synchronously: an acknowledged write must survive a crash.
 */
export function openConnections(
  url: string,
  { max = 10, directUrl = url, onError = () => {}, stream }: PoolOptions,
): Record<'tenant' | 'system', Connections> {
  const isPooler = directUrl !== url
  const open = (settings: Settings, silentMs: number, pipeline = isPooler): Connections => {
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
  return {
    tenant: open(TENANT_SETTINGS, PATIENCE.timeout + 5000, true),
    system: open(SYSTEM_SETTINGS, SYSTEM_SILENT_MS),
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
  // A search of 60,000 rows else sorts them on disk, which takes twice as long.
  work_mem: '16MB',
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

type Statement = string | pg.QueryConfig
type Done = (error: unknown, result?: pg.QueryResult) => void

const BEGIN = /^begin\b/i
const END = /^(commit|rollback)\s*$/i

/**
 * Makes a connection fit for a pooler in transaction mode, which gives each transaction any server connection: every
 * statement runs in a transaction that begins with `settings`, and none is named. The connection has to be in pipeline
 * mode, in which that takes one round trip.
 */
function bindToTransactions(client: pg.ClientBase, settings: string): void {
  let isOpen = false
  const query = client.query
  const send = (config: pg.QueryConfig): Promise<pg.QueryResult> => Reflect.apply(query, client, [config])

  const run = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const { text } = statement
    if (BEGIN.test(text)) {
      isOpen = true
      return send({ text: `${text}; ${settings}` })
    }
    if (isOpen) {
      isOpen = !END.test(text)
      return send(statement)
    }
    const sent = [send({ text: `BEGIN; ${settings}` }), send(statement), send({ text: 'COMMIT' })] as const
    // The connection goes back to its pool after this, so all three have to be answered.
    const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return sent[1]
  }

  client.query = new Proxy(query, {
    apply(_query, _client, [given, values, done]: [Statement, unknown[] | undefined, Done | undefined]) {
      const config = typeof given === 'string' ? { text: given, ...(values && { values }) } : given
      const result = run({ ...config, name: undefined })
      if (!done) return result
      result.then((found) => done(null, found), done)
    },
  })
}

/** A prepared statement takes 20 to 200 kB in each connection that has used it. */
const MOST = 200
/** Lists of ids vary in length, and with it the text. */
const LONGEST_ID_LIST = 20
const USES_BEFORE_NAMED = 3
/** A kept plan, for any text, would look through all rows in the list's order. */
const SEARCH = / ILIKE /

type PreparedStatement = { sql: string; args: readonly unknown[] }

/** Names the statements that are used again and again, so that the database keeps their plans; '' for all others. */
export function createStatementNames(): (statement: PreparedStatement) => string {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return ({ sql, args }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MOST || args.length > LONGEST_ID_LIST || SEARCH.test(sql)) return ''
    const used = (uses.get(sql) ?? 0) + 1
    if (used < USES_BEFORE_NAMED) {
      if (uses.size > MOST * 10) uses.clear()
      uses.set(sql, used)
      return ''
    }
    uses.delete(sql)
    const name = `prisma-${names.size}`
    names.set(sql, name)
    return name
  }
}
