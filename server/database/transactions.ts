import type { QueryResultRow } from 'pg'
import type { Prisma, PrismaClient } from '../generated/client.ts'
import type { Database } from './db.ts'

export type Tx = Prisma.TransactionClient

export type SystemReason =
  | 'sign-in'
  | 'slug'
  | 'throttle'
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

/**
 * Skips Prisma and keeps the plan, for queries that every applicant waits for.
 * @param name of the prepared statement, whose text must not vary
 */
export async function querySystem<Row extends QueryResultRow>(
  db: Database,
  _reason: SystemReason,
  name: string,
  statement: Prisma.Sql,
): Promise<Row[]> {
  const { rows } = await db.systemPool.query<Row>({ name, text: statement.text, values: statement.values })
  return rows
}
