import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import type { User } from '../generated/client.ts'
import { lockRow } from '../database/lock-row.ts'
import type { Services } from '../services.ts'
import { asSystem, withSystem, type Tx } from './actor.ts'

/** Links that are mailed to whoever forgot a password. A token is 256 random bits; only its SHA-256 is kept. */
const LIFETIME_MS = LIMITS.passwordResetMinutes * 60_000
const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')

type With = Pick<Services, 'db' | 'keys'>
type Holder = Pick<User, 'id' | 'emailKey' | 'passwordHash'>

/** What a link is bound to: once the user has another address or password, it is good for nothing. */
const boundParts = ({ id, emailKey, passwordHash }: Holder) => [id, emailKey, passwordHash] as const
export const resetMac = (keys: KeyRing, user: Holder): Buffer<ArrayBuffer> =>
  keys.mac('password-reset', ...boundParts(user))
export const resetIsBound = (keys: KeyRing, user: Holder, boundTo: Uint8Array): boolean =>
  keys.verifyMac(boundTo, 'password-reset', ...boundParts(user))

/** A token that lets its holder set the user's password once, within an hour. */
export async function newResetToken({ db, keys }: With, user: Holder): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const boundTo = resetMac(keys, user)
  const data = { id: sha256(token), userId: user.id, boundTo, expiresAt: new Date(Date.now() + LIFETIME_MS) }
  await asSystem(db, 'sign-in', (client) => client.passwordReset.create({ data }))
  return token
}

/** Would `resetPassword` take the token? */
export const isResetToken = async (services: With, token: string): Promise<boolean> =>
  (await asSystem(services.db, 'sign-in', (client) => findHolder(services, client, token))) !== null

/**
 * Uses the token up, and every other of the same user, sets the password and signs the user out everywhere. Answers
 * whose it was; null, with nothing changed, for a token that is unknown, used, void or too old, and for an inactive user.
 */
export const resetPassword = (services: With, token: string, passwordHash: string): Promise<User | null> =>
  withSystem(services.db, 'sign-in', async (tx) => {
    const found = await tx.passwordReset.findUnique({
      where: { id: sha256(token) },
      select: { userId: true },
    })
    if (!found) return null
    // Whoever changes address or password has done it by now, or waits.
    await lockRow(tx, 'User', found.userId)
    const holder = await findHolder(services, tx, token)
    if (!holder) return null
    await tx.passwordReset.deleteMany({ where: { userId: holder.id } })
    await tx.loginSession.deleteMany({ where: { userId: holder.id } })
    await tx.knownDevice.deleteMany({ where: { userId: holder.id } })
    return tx.user.update({ where: { id: holder.id }, data: { passwordHash, passwordSetByOther: false } })
  })

async function findHolder({ keys }: With, tx: Tx, token: string): Promise<User | null> {
  const found = await tx.passwordReset.findUnique({
    where: { id: sha256(token), expiresAt: { gt: new Date() }, user: { active: true } },
    include: { user: true },
  })
  return found && resetIsBound(keys, found.user, found.boundTo) ? found.user : null
}

/** Voids every link that is on its way to the user. */
export async function forgetResetTokens(db: Database, userId: string): Promise<void> {
  await asSystem(db, 'sign-in', (client) => client.passwordReset.deleteMany({ where: { userId } }))
}

/** Removes what has run out. */
export async function removeExpiredResets(db: Database): Promise<void> {
  const where = { expiresAt: { lte: new Date() } }
  await asSystem(db, 'maintenance', (client) => client.passwordReset.deleteMany({ where }))
}
