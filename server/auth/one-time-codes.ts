import { Secret, TOTP } from 'otpauth'

/** The codes of authenticator apps (RFC 6238), as every app reads them: SHA-1, six digits, 30 seconds. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const ISSUER = 'Intake'
/** How many steps an app's clock may be off, either way. */
const WINDOW = 1
/** otpauth counts characters and compares bytes: other digits than these would make it throw. */
const CODE = /^[0-9]{6}$/

/** A fresh secret, 20 bytes. */
export const newOtpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

/** The secret as a person types it (base32), and as an app scans it; `account` is shown beside the code. */
export function otpEnrolment(secret: Uint8Array, account: string): { secret: string; uri: string } {
  const kept = toSecret(secret)
  return {
    secret: kept.base32,
    uri: new TOTP({ ...SCHEME, issuer: ISSUER, label: account, secret: kept }).toString(),
  }
}

/** Which 30-second step the code is of; null when it is of none near now. */
export function findCodeStep(secret: Uint8Array, code: string): number | null {
  if (!CODE.test(code)) return null
  const delta = TOTP.validate({ ...SCHEME, secret: toSecret(secret), token: code, window: WINDOW })
  return delta === null ? null : TOTP.counter(SCHEME) + delta
}

const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })
