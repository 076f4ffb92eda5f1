import { Secret, TOTP } from 'otpauth'
import { isRecord } from '#domain/json'
import { call, TEST_PASSWORD } from './factories.ts'

/** What an authenticator app shows for the secret now, or `steps` half minutes from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** Sets two-step sign-in up for whom the token signs in, as their app would. */
export async function switchOtpOn(
  url: string,
  token: string,
  password = TEST_PASSWORD,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await call(url, 'POST', '/user/me/otp', { token, body: { currentPassword: password } })
  const { data } = started.body
  const secret = isRecord(data) && typeof data.secret === 'string' ? data.secret : ''
  const { status, body } = await call(url, 'PUT', '/user/me/otp', { token, body: { code: codeOf(secret) } })
  const codes = isRecord(body.data) ? body.data.recoveryCodes : null
  if (status !== 200 || !Array.isArray(codes)) throw new Error(`It was answered with ${JSON.stringify(body)}`)
  return { secret, recoveryCodes: codes.map(String) }
}
