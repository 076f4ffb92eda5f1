import type { QueryResultRow } from 'pg'
import type { Prisma, PrismaClient } from '../generated/client.ts'
import type { Database } from './db.ts'

export type Tx = Prisma.TransactionClient

export type SystemReason =
  | 'sign-in'
  | 'slug'
  | 'throttle'
  | 'idempotency'
  | 'public-form'
  | 'document'
  | 'lead-names'
  | 'job'
  | 'audit'
  | 'seed'
  | 'health'
  | 'maintenance'
  | 'test'

export const withSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (tx: Tx) => Promise<T>,
  timeoutMs?: number,
): Promise<T> => db.system.$transaction(work, timeoutMs === undefined ? {} : { timeout: timeoutMs })

export const asSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (client: PrismaClient) => Promise<T>,
): Promise<T> => work(db.system)

const BACKGROUND: readonly SystemReason[] = ['job', 'audit', 'seed', 'maintenance']
/** Requests wait no longer on a connection that has died without a word. */
const QUERY_TIMEOUT_MS = 15_000

/**
 * Skips Prisma and keeps the plan, for queries that every applicant waits for.
 * @param name of the prepared statement, whose text must not vary
 */
export async function querySystem<Row extends QueryResultRow>(
  db: Database,
  reason: SystemReason,
  name: string,
  statement: Prisma.Sql,
): Promise<Row[]> {
  const { text, values } = statement
  const limit = BACKGROUND.includes(reason) ? {} : { query_timeout: QUERY_TIMEOUT_MS }
  const { rows } = await db.systemPool.query<Row>({ name, text, values, ...limit })
  return rows
}
