import { LIMITS } from '#domain/limits'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Database, Tx } from '../platform/database/db.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import type { User } from '../generated/client.ts'
import { hashToken, newToken } from './tokens.ts'

type Needs = { db: Database; keys: KeyRing }
type Holder = Pick<User, 'id' | 'emailKey' | 'passwordHash'>

/** A new address or password voids the user's links. */
const boundParts = ({ id, emailKey, passwordHash }: Holder) => [id, emailKey, passwordHash] as const

export async function newResetToken(
  { db, keys }: Needs,
  user: Holder,
  minutes: number = LIMITS.passwordResetMinutes,
): Promise<string> {
  const token = newToken()
  const boundTo = keys.mac('password-reset', ...boundParts(user))
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  const data = { id: hashToken(token), userId: user.id, boundTo, expiresAt }
  await db.system('sign-in').write((client) => client.passwordReset.create({ data }))
  return token
}

export const isResetToken = async (needs: Needs, token: string): Promise<boolean> =>
  (await needs.db.system('sign-in').read((client) => findHolder(needs, client, token))) !== null

/**
 * Uses up all of the user's tokens, sets the password and signs the user out everywhere.
 * @returns null, with nothing changed, for a token that is unknown, used, void or too old, and for an inactive user
 */
export const resetPassword = (needs: Needs, token: string, passwordHash: string): Promise<User | null> =>
  needs.db.system('sign-in').write(async (tx) => {
    const where = { id: hashToken(token) }
    const found = await tx.passwordReset.findUnique({ where, select: { userId: true } })
    if (!found) return null
    // Concurrent changes of the address or password are done, or wait.
    await lockRow(tx, 'User', found.userId)
    const holder = await findHolder(needs, tx, token)
    if (!holder) return null
    const { id } = holder
    await tx.passwordReset.deleteMany({ where: { userId: id } })
    await tx.loginSession.deleteMany({ where: { userId: id } })
    await tx.knownDevice.deleteMany({ where: { userId: id } })
    return tx.user.update({ where: { id }, data: { passwordHash, passwordSetByOther: false } })
  })

async function findHolder({ keys }: Needs, tx: Tx, token: string): Promise<User | null> {
  const found = await tx.passwordReset.findUnique({
    where: { id: hashToken(token), expiresAt: { gt: new Date() }, user: { active: true } },
    include: { user: true },
  })
  return found && keys.verifyMac(found.boundTo, 'password-reset', ...boundParts(found.user))
    ? found.user
    : null
}

export async function forgetResetTokens(db: Database, userId: string): Promise<void> {
  await db.system('sign-in').write((client) => client.passwordReset.deleteMany({ where: { userId } }))
}

export async function removeExpiredResets(db: Database): Promise<void> {
  const where = { expiresAt: { lte: new Date() } }
  await db.system('maintenance').write((client) => client.passwordReset.deleteMany({ where }))
}
