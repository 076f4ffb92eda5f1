import { createHash } from 'node:crypto'
import { LIMITS } from '#domain/limits'

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
