import { LIMITS } from '#domain/limits'
import type { Database } from '../database/db.ts'
import { asSystem, withSystem } from '../database/transactions.ts'
import { hashToken, newToken } from './tokens.ts'

/** A browser in which a user has signed in. It does not sign in; tries from it have a budget of their own. */
export type KnownDevice = { id: string; token: string }

const LIFETIME_MS = LIMITS.knownDeviceDays * 24 * 60 * 60 * 1000

export async function findKnownDevice(
  db: Database,
  account: { id: string } | { emailKey: string },
  tokens: readonly string[],
): Promise<KnownDevice | null> {
  if (tokens.length === 0) return null
  const devices = tokens.map((token) => ({ id: hashToken(token), token }))
  const where = { id: { in: devices.map(({ id }) => id) }, expiresAt: { gt: new Date() }, user: account }
  const found = await asSystem(db, 'sign-in', (client) => client.knownDevice.findFirst({ where }))
  return devices.find(({ id }) => id === found?.id) ?? null
}

/**
 * Keeps the device of a user who has just signed in, and returns its token.
 *
 * @param known the device that the request came with; null makes one
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  known: KnownDevice | null,
): Promise<string> {
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  if (known) {
    const data = { usedAt: new Date(), expiresAt }
    await asSystem(db, 'sign-in', (client) =>
      client.knownDevice.updateMany({ where: { id: known.id }, data }),
    )
    return known.token
  }
  const token = newToken()
  await withSystem(db, 'sign-in', async (tx) => {
    await tx.knownDevice.create({ data: { id: hashToken(token), userId, expiresAt } })
    // Programs drop the cookie and get a new one each time: browsers that came back are kept before those.
    await tx.$executeRaw`
      DELETE FROM "KnownDevice" WHERE "id" IN (
        SELECT "id" FROM "KnownDevice" WHERE "userId" = ${userId}
        ORDER BY "usedAt" DESC NULLS LAST, "createdAt" DESC, "id" OFFSET ${LIMITS.knownDevices})`
  })
  return token
}

export async function forgetDevices(db: Database, userId: string): Promise<void> {
  await asSystem(db, 'sign-in', (client) => client.knownDevice.deleteMany({ where: { userId } }))
}

export async function removeExpiredDevices(db: Database): Promise<void> {
  const where = { expiresAt: { lte: new Date() } }
  await asSystem(db, 'maintenance', (client) => client.knownDevice.deleteMany({ where }))
}
