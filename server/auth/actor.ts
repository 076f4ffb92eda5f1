import { reachesAllCompanies, type PermissionHolder } from '#domain/permissions'
import type { Database } from '../database/db.ts'
import type { Tx } from '../database/transactions.ts'

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
  sessionId: string
  otp: boolean
  /** the sign-in policy or the company requires two steps */
  otpRequired: boolean
  passwordChangeRequired: boolean
  /** when the user last gave the password in this session */
  confirmedAt: Date
}

/**
 * One transaction that sees the rows of the actor's company only, or all of them for admins. Row-level security enforces
 * it, so a forgotten `where` leaks nothing.
 */
export function withActor<T>(db: Database, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = reachesAllCompanies(actor) ? 'all' : 'company'
  const company = actor.companyId ?? ''
  return db.tenant.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('intake.scope', ${scope}, true), set_config('intake.company', ${company}, true)`
    return work(tx)
  })
}
