import { serverMessages } from '#domain/messages/server'
import { otpSecretContext } from '../crypto/contexts.ts'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import { asSystem, withSystem } from '../database/transactions.ts'
import { AppError, fieldError } from '../errors.ts'
import type { UserOtp } from '../generated/client.ts'
import { findCodeStep, newOtpSecret } from './one-time-codes.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'

type Needs = { db: Database; keys: KeyRing }
export type UsedCode = 'app' | 'recovery'

const words = serverMessages.account
const SIX_DIGITS = /^\d{6}$/

export const hasOtp = async ({ db }: Pick<Needs, 'db'>, userId: string): Promise<boolean> =>
  (await findConfirmed(db, userId)) !== null

/**
 * Begins the set-up, or begins it again: the new secret counts once `confirmOtp` has seen a code.
 *
 * @throws AppError conflict while the second step is on
 */
export async function startOtp({ db, keys }: Needs, userId: string): Promise<Uint8Array> {
  const secret = newOtpSecret()
  const wrapped = keys.wrap(secret, otpSecretContext(userId))
  const written = await asSystem(
    db,
    'sign-in',
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
 *
 * @returns the recovery codes, which are shown this once
 * @throws AppError conflict if no set-up has begun, invalid_input for a wrong code
 */
export async function confirmOtp(needs: Needs, userId: string, code: string): Promise<string[]> {
  return withSystem(needs.db, 'sign-in', async (tx) => {
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
  const { count } = await asSystem(needs.db, 'sign-in', (client) =>
    client.userOtp.updateMany({ where: { userId, lastStep: { lt: step } }, data: { lastStep: step } }),
  )
  return count === 1 ? 'app' : null
}

async function takeRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  const used = await asSystem(
    db,
    'sign-in',
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
  const { count } = await asSystem(needs.db, 'sign-in', async (client) =>
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
  await asSystem(db, 'sign-in', (client) => client.userOtp.deleteMany({ where: { userId } }))
}

const findConfirmed = (db: Database, userId: string): Promise<UserOtp | null> =>
  asSystem(db, 'sign-in', (client) =>
    client.userOtp.findFirst({ where: { userId, confirmedAt: { not: null } } }),
  )

const openSecret = ({ keys }: Pick<Needs, 'keys'>, { userId, secret }: UserOtp): Uint8Array =>
  keys.unwrap(secret, otpSecretContext(userId))

const hashAll = (secret: Uint8Array, userId: string, codes: string[]): string[] =>
  codes.map((code) => recoveryHash(secret, userId, code))

const withoutSpaces = (code: string): string => code.replace(/\s/g, '')
