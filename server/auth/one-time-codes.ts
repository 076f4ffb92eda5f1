import { Secret, TOTP } from 'otpauth'

/** RFC 6238, as every authenticator app reads it. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const ISSUER = 'Intake'
/** Steps that an app's clock may be off. */
const WINDOW = 1
/** otpauth throws on digits of other scripts. */
const CODE = /^[0-9]{6}$/

export const newOtpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

/** The secret to type (base32) and to scan; `account` is shown beside the code. */
export function otpEnrolment(secret: Uint8Array, account: string): { secret: string; uri: string } {
  const kept = toSecret(secret)
  return {
    secret: kept.base32,
    uri: new TOTP({ ...SCHEME, issuer: ISSUER, label: account, secret: kept }).toString(),
  }
}

/** The 30-second step of the code; null if it is valid for none near now. */
export function findCodeStep(secret: Uint8Array, code: string): number | null {
  if (!CODE.test(code)) return null
  const delta = TOTP.validate({ ...SCHEME, secret: toSecret(secret), token: code, window: WINDOW })
  return delta === null ? null : TOTP.counter(SCHEME) + delta
}

const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })
