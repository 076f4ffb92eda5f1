import { createHash } from 'node:crypto'
import type { KeyRing } from '../platform/crypto/keys.ts'

/** Of a browser in which a code was entered: it opens one package. `at`: when, in base 36. */
export type PackageCookie = { name: string; at: string; proof: string }

const NAME = 'intake_package_'
const PAIR = new RegExp(`^(${NAME}[0-9a-f]{16})=([0-9a-z]{1,9})\\.([A-Za-z0-9_-]{43})$`)
/** A header of many cookies would be refused. */
const MOST = 40

export const readPackageCookies = (header: string | undefined): PackageCookie[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const [, name, at, proof] = PAIR.exec(pair.trim()) ?? []
    return name && at && proof ? [{ name, at, proof }] : []
  })

const toName = (id: string): string => NAME + createHash('sha256').update(id).digest('hex').slice(0, 16)

export const isKnownBrowser = (keys: KeyRing, id: string, cookies: readonly PackageCookie[]): boolean =>
  cookies.some(
    ({ name, at, proof }) =>
      name === toName(id) &&
      keys.verifyMac(Buffer.from(proof, 'base64url'), 'form-session', 'package-browser', id, at),
  )

/** The cookie of a package, and the end of the oldest ones. */
export function packageCookies(
  { keys, publicUrl }: { keys: KeyRing; publicUrl: string },
  { id, expiresAt }: { id: string; expiresAt: Date },
  known: readonly PackageCookie[],
): string[] {
  const at = Date.now().toString(36)
  const proof = keys.mac('form-session', 'package-browser', id, at).toString('base64url')
  const seconds = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const toCookie = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Path=/api; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
  const oldest = known
    .filter(({ name }) => name !== toName(id))
    .toSorted((one, other) => parseInt(other.at, 36) - parseInt(one.at, 36))
    .slice(MOST - 1)
  return [toCookie(toName(id), `${at}.${proof}`, seconds), ...oldest.map(({ name }) => toCookie(name, '', 0))]
}
