import type { QueryResultRow } from 'pg'
import type { Prisma, PrismaClient } from '../generated/client.ts'
import type { Database } from './db.ts'

export type Tx = Prisma.TransactionClient

/** Why something runs without an actor. Named so that every such place can be listed. */
export type SystemReason =
  | 'sign-in'
  | 'slug'
  | 'throttle'
  | 'public-form'
  | 'lead-names'
  | 'job'
  | 'audit'
  | 'seed'
  | 'health'
  | 'maintenance'
  | 'test'

/**
 * One transaction that sees every company's rows: for sign-in, jobs and the public form.
 *
 * @param timeoutMs where the usual ten seconds are too few
 */
export const withSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (tx: Tx) => Promise<T>,
  timeoutMs?: number,
): Promise<T> => db.system.$transaction(work, timeoutMs === undefined ? {} : { timeout: timeoutMs })

/** Single statements that see every company's rows, each its own transaction: saves a round trip. */
export const asSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (client: PrismaClient) => Promise<T>,
): Promise<T> => work(db.system)

/**
 * The rows of one statement that sees every company's rows, without Prisma and with its plan kept: for the queries that
 * every applicant waits for. Values are pg's own, such as Buffer and Date.
 *
 * @param name names the prepared statement on its connection, so its text must always be the same
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
