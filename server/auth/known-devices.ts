import { createHash } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import type { Database } from '../platform/database/db.ts'
import { lockCount } from '../platform/database/lock-row.ts'
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
  const found = await db.system('sign-in').read((client) => client.knownDevice.findFirst({ where }))
  return devices.find(({ id }) => id === found?.id) ?? null
}

/**
 * Keeps the device of a user who has just signed in, and returns its token.
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
    await db
      .system('sign-in')
      .write((client) => client.knownDevice.updateMany({ where: { id: known.id }, data }))
    return known.token
  }
  const token = newToken()
  await db.system('sign-in').write(async (tx) => {
    await lockCount(tx, 'KnownDevice', userId)
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
  await db.system('sign-in').write((client) => client.knownDevice.deleteMany({ where: { userId } }))
}

export async function removeExpiredDevices(db: Database): Promise<void> {
  const where = { expiresAt: { lte: new Date() } }
  await db.system('maintenance').write((client) => client.knownDevice.deleteMany({ where }))
}

const NAME = 'intake_device_'
const PAIR = new RegExp(`^${NAME}[0-9a-f]{16}=([A-Za-z0-9_-]{43})$`)
const MAX_USERS_PER_BROWSER = 10
const SECONDS = LIMITS.knownDeviceDays * 24 * 60 * 60

export const readDeviceTokens = (header: string | undefined): string[] =>
  (header ?? '')
    .split(';')
    .flatMap((pair) => PAIR.exec(pair.trim())?.[1] ?? [])
    .slice(0, MAX_USERS_PER_BROWSER)

/** The cookie's name is the user's own, as people share browsers. */
export function deviceCookie(publicUrl: string, userId: string, token: string): string {
  const name = NAME + createHash('sha256').update(userId).digest('hex').slice(0, 16)
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${token}; Path=/api; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure}`
}
