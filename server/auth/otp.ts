import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { serverMessages } from '#domain/messages/server'
import { LIMITS } from '#domain/limits'
import { otpSecretContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/database/db.ts'
import { AppError, fieldError } from '../errors.ts'
import type { UserOtp } from '../generated/client.ts'

type Needs = { db: Database; keys: KeyRing }
export type UsedCode = 'app' | 'recovery'

const words = serverMessages.account
const SIX_DIGITS = /^\d{6}$/

export const hasOtp = async ({ db }: Pick<Needs, 'db'>, userId: string): Promise<boolean> =>
  (await findConfirmed(db, userId)) !== null

/**
 * Begins the set-up, or begins it again: the new secret counts once `confirmOtp` has seen a code.
 * @throws AppError conflict while the second step is on
 */
export async function startOtp({ db, keys }: Needs, userId: string): Promise<Uint8Array> {
  const secret = newOtpSecret()
  const wrapped = keys.wrap(secret, otpSecretContext(userId))
  const written = await db.system('sign-in').write(
    (client) => client.$executeRaw`
      INSERT INTO "UserOtp" ("userId", "secret") VALUES (${userId}, ${wrapped})
      ON CONFLICT ("userId") DO UPDATE SET "secret" = excluded."secret", "lastStep" = 0
      WHERE "UserOtp"."confirmedAt" IS NULL`,
  )
  if (written === 0) throw new AppError('conflict', words.otpIsOn)
  return secret
}

/**
 * Switches the second step on with the first code of the app.
 * @returns the recovery codes, which are shown this once
 * @throws AppError conflict if no set-up has begun, invalid_input for a wrong code
 */
export async function confirmOtp(needs: Needs, userId: string, code: string): Promise<string[]> {
  return needs.db.system('sign-in').write(async (tx) => {
    // Another set-up must not replace the secret that the code is for.
    await tx.$queryRaw`SELECT 1 FROM "UserOtp" WHERE "userId" = ${userId} FOR UPDATE`
    const row = await tx.userOtp.findUnique({ where: { userId } })
    if (!row) throw new AppError('conflict', words.otpNotStarted)
    if (row.confirmedAt) throw new AppError('conflict', words.otpIsOn)
    const secret = openSecret(needs, row)
    const step = findCodeStep(secret, withoutSpaces(code))
    if (step === null) throw fieldError('code', words.wrongCode)
    const codes = newRecoveryCodes()
    const data = { confirmedAt: new Date(), lastStep: step, recoveryHashes: hashAll(secret, userId, codes) }
    await tx.userOtp.update({ where: { userId }, data })
    return codes
  })
}

/** Uses up a code of the app or a recovery code; null if it is not valid. */
export async function takeCode(needs: Needs, userId: string, typed: string): Promise<UsedCode | null> {
  const code = withoutSpaces(typed)
  const row = await findConfirmed(needs.db, userId)
  if (!row) return null
  const secret = openSecret(needs, row)
  if (!SIX_DIGITS.test(code))
    return (await takeRecoveryCode(needs.db, userId, recoveryHash(secret, userId, code))) ? 'recovery' : null
  const step = findCodeStep(secret, code)
  if (step === null) return null
  const { count } = await needs.db
    .system('sign-in')
    .write((client) =>
      client.userOtp.updateMany({ where: { userId, lastStep: { lt: step } }, data: { lastStep: step } }),
    )
  return count === 1 ? 'app' : null
}

async function takeRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  const used = await db.system('sign-in').write(
    (client) => client.$executeRaw`
      UPDATE "UserOtp" SET "recoveryHashes" = array_remove("recoveryHashes", ${hash})
      WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL AND ${hash} = ANY("recoveryHashes")`,
  )
  return used === 1
}

/** Replaces the recovery codes. @throws AppError conflict while the second step is off */
export async function renewRecoveryCodes(needs: Needs, userId: string): Promise<string[]> {
  const row = await findConfirmed(needs.db, userId)
  const codes = newRecoveryCodes()
  const { count } = await needs.db.system('sign-in').write(async (client) =>
    row === null
      ? { count: 0 }
      : client.userOtp.updateMany({
          where: { userId, confirmedAt: row.confirmedAt },
          data: { recoveryHashes: hashAll(openSecret(needs, row), userId, codes) },
        }),
  )
  if (count === 0) throw new AppError('conflict', words.otpIsOff)
  return codes
}

export async function removeOtp({ db }: Pick<Needs, 'db'>, userId: string): Promise<void> {
  await db.system('sign-in').write((client) => client.userOtp.deleteMany({ where: { userId } }))
}

const findConfirmed = (db: Database, userId: string): Promise<UserOtp | null> =>
  db
    .system('sign-in')
    .read((client) => client.userOtp.findFirst({ where: { userId, confirmedAt: { not: null } } }))

const openSecret = ({ keys }: Pick<Needs, 'keys'>, { userId, secret }: UserOtp): Uint8Array =>
  keys.unwrap(secret, otpSecretContext(userId))

const hashAll = (secret: Uint8Array, userId: string, codes: string[]): string[] =>
  codes.map((code) => recoveryHash(secret, userId, code))

const withoutSpaces = (code: string): string => code.replace(/\s/g, '')

/** Letters and digits that are not taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF = 5

/** Codes to sign in with when the app is out of reach, like 'K7QDM-3XWPA'; 49 random bits each. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: LIMITS.recoveryCodes }, () => `${randomLetters()}-${randomLetters()}`)

const randomLetters = (): string =>
  Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

function recoveryHash(secret: Uint8Array, userId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'intake:recovery-code', 32))
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  return createHmac('sha256', key).update(`${userId}:${typed}`).digest('base64url')
}

/** RFC 6238, as every authenticator app reads it. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const ISSUER = 'Intake'
/** Steps that an app's clock may be off. */
const WINDOW = 1
/** otpauth throws on digits of other scripts. */
const CODE = /^[0-9]{6}$/

export const newOtpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

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
