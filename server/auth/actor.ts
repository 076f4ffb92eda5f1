import type { QueryResultRow } from 'pg'
import { reachesAllCompanies, type PermissionHolder } from '#domain/permissions'
import type { Database } from '../database/db.ts'
import type { Prisma, PrismaClient } from '../generated/client.ts'

/** Somebody who is signed in, loaded fresh on every request. */
export type Actor = PermissionHolder & {
  userId: string
  name: string
  email: string
  roleId: string | null
  roleName: string
  /** null reaches nothing, but for those who reach every company. */
  companyId: string | null
  sessionId: string
  /** whether they sign in with two steps */
  otp: boolean
  /** whether the sign-in policy or their company requires two steps */
  otpRequired: boolean
  /** whether they must replace a password that someone else set */
  passwordChangeRequired: boolean
  /** when they last gave the password in this session */
  confirmedAt: Date
}

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
 * Runs `work` in one transaction that sees the actor's company only (everything, for admins): row-level security
 * answers for it beneath, so a forgotten `where` leaks nothing (security.md 1).
 */
export function withActor<T>(db: Database, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = reachesAllCompanies(actor) ? 'all' : 'company'
  const company = actor.companyId ?? ''
  return db.tenant.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('intake.scope', ${scope}, true), set_config('intake.company', ${company}, true)`
    return work(tx)
  })
}

/**
 * One transaction that sees everything: sign-in, jobs and the public form only.
 *
 * @param timeoutMs how long it may take where the usual ten seconds are too few
 */
export const withSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (tx: Tx) => Promise<T>,
  timeoutMs?: number,
): Promise<T> => db.system.$transaction(work, timeoutMs === undefined ? {} : { timeout: timeoutMs })

/** Single statements that see everything, each its own transaction: a round trip less than `withSystem`. */
export const asSystem = <T>(
  db: Database,
  _reason: SystemReason,
  work: (client: PrismaClient) => Promise<T>,
): Promise<T> => work(db.system)

/**
 * The rows of a single statement that sees everything, without Prisma in between and with its plan kept: for what every
 * applicant waits for. Values come as pg has them, such as Buffer and Date.
 *
 * @param name names the statement on its connection, so its text must be the same every time
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
