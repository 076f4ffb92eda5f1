import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import type { Database } from '../database/db.ts'
import type { User } from '../generated/client.ts'
import { asSystem, withSystem } from './actor.ts'

/** Links that are mailed to whoever forgot a password. A token is 256 random bits; only its SHA-256 is kept. */
const LIFETIME_MS = LIMITS.passwordResetMinutes * 60_000
const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A token that lets its holder set the user's password once, within an hour. */
export async function newResetToken(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const data = { id: sha256(token), userId, expiresAt: new Date(Date.now() + LIFETIME_MS) }
  await asSystem(db, 'sign-in', (client) => client.passwordReset.create({ data }))
  return token
}

/** Would `resetPassword` take the token? */
export async function isResetToken(db: Database, token: string): Promise<boolean> {
  const where = { id: sha256(token), expiresAt: { gt: new Date() }, user: { active: true } }
  return (await asSystem(db, 'sign-in', (client) => client.passwordReset.count({ where }))) > 0
}

/**
 * Uses the token up, and every other of the same user, and sets the password. Answers whose it was; null, with nothing
 * changed, for a token that is unknown, used or too old, and for an inactive user.
 */
export const resetPassword = (db: Database, token: string, passwordHash: string): Promise<User | null> =>
  withSystem(db, 'sign-in', async (tx) => {
    const [found] = await tx.$queryRaw<{ userId: string }[]>`
      DELETE FROM "PasswordReset" AS reset USING "User" AS holder
      WHERE reset."id" = ${sha256(token)} AND reset."expiresAt" > now()
        AND holder."id" = reset."userId" AND holder."active"
      RETURNING reset."userId"`
    if (!found) return null
    await tx.passwordReset.deleteMany({ where: { userId: found.userId } })
    return tx.user.update({ where: { id: found.userId }, data: { passwordHash } })
  })

/** Voids every link that is on its way to the user. */
export async function forgetResetTokens(db: Database, userId: string): Promise<void> {
  await asSystem(db, 'sign-in', (client) => client.passwordReset.deleteMany({ where: { userId } }))
}

/** Removes what has run out. */
export async function removeExpiredResets(db: Database): Promise<void> {
  const where = { expiresAt: { lte: new Date() } }
  await asSystem(db, 'maintenance', (client) => client.passwordReset.deleteMany({ where }))
}
