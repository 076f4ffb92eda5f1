import { serverMessages } from '#domain/messages/server'
import { otpSecretContext } from '../crypto/contexts.ts'
import { AppError, fieldError } from '../errors.ts'
import type { UserOtp } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { asSystem, withSystem } from './actor.ts'
import { newOtpSecret, findCodeStep } from './one-time-codes.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'

type With = Pick<Services, 'db' | 'keys'>
export type UsedCode = 'app' | 'recovery'

const words = serverMessages.account
const SIX_DIGITS = /^\d{6}$/

/** Is somebody asked for a code when they sign in? */
export async function hasOtp({ db }: With, userId: string): Promise<boolean> {
  const where = { userId, confirmedAt: { not: null } }
  return (await asSystem(db, 'sign-in', (client) => client.userOtp.count({ where }))) > 0
}

/**
 * Begins the set-up, again if it was left half-way: a fresh secret, which counts once `confirmOtp` has seen a code.
 *
 * @throws AppError conflict while the second step is on
 */
export async function startOtp(services: With, userId: string): Promise<Uint8Array> {
  if (await hasOtp(services, userId)) throw new AppError('conflict', words.otpIsOn)
  const secret = newOtpSecret()
  const sealed = services.keys.wrap(secret, otpSecretContext(userId))
  // The condition stands in the statement too: a set-up that ends in this very moment is not undone.
  const written = await asSystem(
    services.db,
    'sign-in',
    (client) => client.$executeRaw`
      INSERT INTO "UserOtp" ("userId", "secret") VALUES (${userId}, ${sealed})
      ON CONFLICT ("userId") DO UPDATE SET "secret" = excluded."secret", "lastStep" = 0
      WHERE "UserOtp"."confirmedAt" IS NULL`,
  )
  if (written === 0) throw new AppError('conflict', words.otpIsOn)
  return secret
}

/**
 * Switches the second step on with the first code of the app; answers the recovery codes, which are shown this once.
 *
 * @throws AppError conflict where no set-up has begun, invalid_input for a wrong code
 */
export async function confirmOtp(services: With, userId: string, code: string): Promise<string[]> {
  return withSystem(services.db, 'sign-in', async (tx) => {
    // The code is for the secret that is confirmed: nobody begins anew in between.
    await tx.$queryRaw`SELECT 1 FROM "UserOtp" WHERE "userId" = ${userId} FOR UPDATE`
    const row = await tx.userOtp.findUnique({ where: { userId } })
    if (!row) throw new AppError('conflict', words.otpNotStarted)
    if (row.confirmedAt) throw new AppError('conflict', words.otpIsOn)
    const secret = openSecret(services, row)
    const step = findCodeStep(secret, withoutSpaces(code))
    if (step === null) throw fieldError('code', words.wrongCode)
    const codes = newRecoveryCodes()
    const data = { confirmedAt: new Date(), lastStep: step, recoveryHashes: hashes(secret, userId, codes) }
    await tx.userOtp.update({ where: { userId }, data })
    return codes
  })
}

/** Uses up a code of the app or a recovery code: each is good once. Null when it is good for nothing. */
export async function takeCode(services: With, userId: string, typed: string): Promise<UsedCode | null> {
  const code = withoutSpaces(typed)
  const row = await confirmed(services, userId)
  if (!row) return null
  const secret = openSecret(services, row)
  if (!SIX_DIGITS.test(code))
    return (await takeRecoveryCode(services, userId, recoveryHash(secret, userId, code))) ? 'recovery' : null
  const step = findCodeStep(secret, code)
  if (step === null) return null
  const { count } = await asSystem(services.db, 'sign-in', (client) =>
    client.userOtp.updateMany({ where: { userId, lastStep: { lt: step } }, data: { lastStep: step } }),
  )
  return count === 1 ? 'app' : null
}

async function takeRecoveryCode({ db }: With, userId: string, hash: string): Promise<boolean> {
  const used = await asSystem(
    db,
    'sign-in',
    (client) => client.$executeRaw`
      UPDATE "UserOtp" SET "recoveryHashes" = array_remove("recoveryHashes", ${hash})
      WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL AND ${hash} = ANY("recoveryHashes")`,
  )
  return used === 1
}

/** Fresh recovery codes; those before are good for nothing from here on. @throws AppError conflict while it is off */
export async function renewRecoveryCodes(services: With, userId: string): Promise<string[]> {
  const row = await confirmed(services, userId)
  if (!row) throw new AppError('conflict', words.otpIsOff)
  const codes = newRecoveryCodes()
  const { count } = await asSystem(services.db, 'sign-in', (client) =>
    client.userOtp.updateMany({
      where: { userId, confirmedAt: row.confirmedAt },
      data: { recoveryHashes: hashes(openSecret(services, row), userId, codes) },
    }),
  )
  if (count === 0) throw new AppError('conflict', words.otpIsOff)
  return codes
}

/** Switches the second step off, and forgets its secret. */
export async function removeOtp({ db }: With, userId: string): Promise<void> {
  await asSystem(db, 'sign-in', (client) => client.userOtp.deleteMany({ where: { userId } }))
}

const confirmed = ({ db }: With, userId: string): Promise<UserOtp | null> =>
  asSystem(db, 'sign-in', (client) =>
    client.userOtp.findFirst({ where: { userId, confirmedAt: { not: null } } }),
  )

const openSecret = ({ keys }: With, { userId, secret }: UserOtp): Uint8Array =>
  keys.unwrap(secret, otpSecretContext(userId))

const hashes = (secret: Uint8Array, userId: string, codes: string[]): string[] =>
  codes.map((code) => recoveryHash(secret, userId, code))

const withoutSpaces = (code: string): string => code.replace(/\s/g, '')
