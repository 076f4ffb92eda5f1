import type { QueryResultRow } from 'pg'
import { reachesAllCompanies, type PermissionHolder } from '#domain/permissions'
import { PATIENCE, type Database } from '../database/db.ts'
import type { Tx } from '../database/transactions.ts'
import type { SubmissionMail } from '#domain/submission-mail'
import type { Prisma } from '../generated/client.ts'

export { asSystem, querySystem, withSystem, type SystemReason, type Tx } from '../database/transactions.ts'

/** A signed-in user, loaded fresh on every request. */
export type Actor = PermissionHolder & {
  userId: string
  name: string
  email: string
  roleId: string | null
  roleName: string
  /** null reaches no company, except for users who reach all of them */
  companyId: string | null
  companyName: string | null
  slug: string | null
  /** the key that acts for the user; null in a session */
  apiKey: { id: string; name: string } | null
  /** '' for a key */
  sessionId: string
  otp: boolean
  /** the sign-in policy or the company requires two steps */
  otpRequired: boolean
  passwordChangeRequired: boolean
  submissionMail: SubmissionMail
  /** signed in at the company's provider */
  sso: boolean
  /** when the user last gave the password, or signed in at the provider, in this session */
  confirmedAt: Date
  /** of a call with an Idempotency-Key (auth/idempotent-calls.ts) */
  attempt?: string
}

type Work<T> = (tx: Tx) => Promise<T>

/**
 * One transaction that sees the rows of the actor's company only, or all of them for admins. Row-level security enforces
 * it, so a forgotten `where` leaks nothing.
 */
export function withActor<T>(db: Database, actor: Actor, work: Work<T>, timeout?: number): Promise<T> {
  const [scope, company] = scopeOf(actor)
  return db.tenant.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('intake.scope', ${scope}, true), set_config('intake.company', ${company}, true)`
      if (actor.attempt) await tx.$executeRaw`SELECT set_config('intake.attempt', ${actor.attempt}, true)`
      return work(tx)
    },
    { timeout: timeout ?? PATIENCE.timeout },
  )
}

/**
 * Reads from the replica where there is one and it holds every acknowledged write, else from the primary.
 * @param read must not write, and may run twice
 */
export const onReplica = <T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> =>
  db.replica === null ? read(db) : db.replica.read(read)

export const readAsActor = <T>(db: Database, actor: Actor, read: Work<T>): Promise<T> =>
  onReplica(db, (either) => withActor(either, actor, read))

/**
 * The same for one statement, which keeps its plan: all four travel together, in one round trip.
 *
 * @param name of the prepared statement, whose text must not vary
 */
export async function queryAsActor<Row extends QueryResultRow>(
  { tenantPool }: Database,
  actor: Actor,
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const client = await tenantPool.connect()
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
  text: `SELECT set_config('intake.scope', $1, true), set_config('intake.company', $2, true)`,
}

const scopeOf = (actor: Actor): [scope: string, company: string] => [
  reachesAllCompanies(actor) ? 'all' : 'company',
  actor.companyId ?? '',
]
