import type { QueryResultRow } from 'pg'
import { reachesAllCompanies, type PermissionHolder, type RoleScope } from '#domain/permissions'
import type { Prisma } from '../../generated/client.ts'
import { openConnections, PATIENCE, type Connections, type PoolOptions } from './connections.ts'

export type Tx = Prisma.TransactionClient

type Work<T> = (tx: Tx) => Promise<T>

/**
 * Whose rows a transaction sees: those of one company, of its submissions perhaps some, or all of them for who reaches all.
 * `pattern`: of SubmissionSearch, those whose names are like it.
 */
export type Scoped = PermissionHolder & {
  companyId: string | null
  scope: RoleScope
  userId: string
  attempt?: string
  pattern?: string
}

export type SystemReason =
  | 'sign-in'
  | 'slug'
  | 'throttle'
  | 'idempotency'
  | 'public-form'
  | 'document'
  | 'lead-names'
  | 'job'
  | 'maker'
  | 'audit'
  | 'seed'
  | 'health'
  | 'maintenance'
  | 'test'

export type Replica = {
  isUsed(): boolean
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Door = {
  /** @param work reads on the replica where it holds every acknowledged write, else on the primary; may run twice */
  read<T>(work: Work<T>): Promise<T>
  /** one transaction */
  write<T>(work: Work<T>, timeoutMs?: number): Promise<T>
  /**
   * One statement, which skips Prisma and keeps its plan.
   * @param name of the prepared statement, whose text must not vary
   */
  query<Row extends QueryResultRow>(name: string, statement: Prisma.Sql): Promise<Row[]>
}

export type Database = {
  /** Row-level security keeps to the actor's rows, so a forgotten `where` leaks nothing. `query` reads as `read` does. */
  as(actor: Scoped): Door
  /** Sees every tenant's rows. `read` is no transaction; `query` may write. Lint lists who may. */
  system(reason: SystemReason): Door
  readonly connections: Record<'tenant' | 'system', Connections>
  /** PostgreSQL itself, not a pooler */
  readonly directUrl: string
  /** where DATABASE_REPLICA_URL names one */
  replica: Replica | null
  close(): Promise<void>
}

const BACKGROUND: readonly SystemReason[] = ['job', 'audit', 'seed', 'maintenance']
/** Requests wait no longer on a connection that has died without a word. */
const QUERY_TIMEOUT_MS = 15_000

export function openPools(url: string, options: PoolOptions = {}): Database {
  const connections = openConnections(url, options)
  const { tenant, system } = connections

  const writeAs = <T>(actor: Scoped, work: Work<T>, timeoutMs = PATIENCE.timeout): Promise<T> => {
    const [scope, company, pattern, user] = scopeOf(actor)
    return tenant.client().$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT set_config('intake.scope', ${scope}, true), set_config('intake.company', ${company}, true),
          set_config('intake.pattern', lower(${pattern}), true), set_config('intake.user', ${user}, true)`
        if (actor.attempt) await tx.$executeRaw`SELECT set_config('intake.attempt', ${actor.attempt}, true)`
        return work(tx)
      },
      { timeout: timeoutMs },
    )
  }

  const onReplica = <T>(read: (either: Database) => Promise<T>): Promise<T> =>
    db.replica === null ? read(db) : db.replica.read(read)

  const db: Database = {
    connections,
    directUrl: options.directUrl ?? url,
    replica: null,
    as: (actor) => ({
      write: (work, timeoutMs) => writeAs(actor, work, timeoutMs),
      read: (work) => onReplica((either) => either.as(actor).write(work)),
      query: (name, statement) =>
        onReplica(({ connections: { tenant } }) => queryInScope(tenant, actor, name, statement)),
    }),
    system: (reason) => ({
      write: (work, timeoutMs) =>
        system.client().$transaction(work, timeoutMs === undefined ? {} : { timeout: timeoutMs }),
      read: (work) => onReplica(({ connections: { system } }) => work(system.client())),
      async query<Row extends QueryResultRow>(name: string, { text, values }: Prisma.Sql) {
        const limit = BACKGROUND.includes(reason) ? {} : { query_timeout: QUERY_TIMEOUT_MS }
        return (await system.pool.query<Row>({ name, text, values, ...limit })).rows
      },
    }),
    async close() {
      await Promise.all([tenant.close(), system.close()])
    },
  }
  return db
}

/** The transaction around one statement: all four travel together, in one round trip. */
async function queryInScope<Row extends QueryResultRow>(
  { pool }: Connections,
  actor: Scoped,
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const client = await pool.connect()
  const sent = [
    client.query('BEGIN'),
    client.query({ ...SET_SCOPE, values: scopeOf(actor) }),
    client.query<Row>({ name, text, values }),
    client.query('COMMIT'),
  ] as const
  const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected')
  // A connection that has failed may still be in the transaction.
  client.release(failed !== undefined)
  if (failed) throw failed.reason
  return (await sent[2]).rows
}

const SET_SCOPE = {
  name: 'set-scope',
  text: `SELECT set_config('intake.scope', $1, true), set_config('intake.company', $2, true),
    set_config('intake.pattern', lower($3), true), set_config('intake.user', $4, true)`,
}

const scopeOf = (actor: Scoped): [scope: string, company: string, pattern: string, user: string] => [
  reachesAllCompanies(actor) ? 'all' : actor.scope,
  actor.companyId ?? '',
  actor.pattern ?? '',
  actor.userId,
]
