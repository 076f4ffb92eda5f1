import { randomUUID } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { columnContext } from '../platform/crypto/contexts.ts'
import { isSameMac } from '../platform/crypto/hash-keys.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/database/db.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

type Needs = { db: Database; keys: KeyRing }
type Call = { actor: Actor; route: string; key: string; body: string }
type Claim = { id: string; attempt: string; sealKey: Uint8Array }

/**
 * Claims a call for this attempt, on all servers. An attempt whose server has died is taken over once its lock is over,
 * unless its record is made.
 * @returns the claim, or the answer of an earlier call
 * @throws AppError idempotency_conflict, in_progress, conflict where an earlier call was made and its answer is lost
 */
export async function claimCall(
  { db, keys }: Needs,
  { actor, route, key, body }: Call,
): Promise<Claim | { answer: string }> {
  // An installation keeps the hash keys it was made with, so this shares one; the first part tells the uses apart.
  // A caller who has lost the company or a permission must not see the stored answer.
  const { companyId, isAdmin, userType, scope, permissions } = actor
  const caller = [actor.apiKey?.id ?? actor.userId, companyId, isAdmin, userType, scope, ...permissions].join(
    ' ',
  )
  const mac = (use: string, ...more: string[]) =>
    keys.mac('throttle', `idempotent-${use}`, caller, route, key, ...more)
  const id = mac('call').toString('base64url')
  const [digest, sealKey] = [mac('body', body), mac('answer')]
  const attempt = randomUUID()
  const found = await db.system('idempotency').write(async (client) => {
    const claimed = await client.$executeRaw`
      INSERT INTO "IdempotentCall" AS call ("id", "userId", "attempt", "digest", "lockedUntil", "expiresAt")
      VALUES (${id}, ${actor.userId}, ${attempt}, ${digest},
        now() + make_interval(secs => ${LIMITS.idempotencyLockSeconds}::int),
        now() + make_interval(hours => ${LIMITS.idempotencyHours}::int))
      ON CONFLICT ("id") DO UPDATE SET "attempt" = excluded."attempt", "digest" = excluded."digest", "made" = NULL,
        "answer" = NULL, "lockedUntil" = excluded."lockedUntil", "expiresAt" = excluded."expiresAt"
      WHERE call."expiresAt" <= now() OR (call."made" IS NULL AND call."answer" IS NULL AND call."lockedUntil" <= now())`
    return claimed === 1 ? 'claimed' : client.idempotentCall.findUnique({ where: { id } })
  })
  if (found === 'claimed') return { id, attempt, sealKey }
  // The other call may have failed meanwhile, which removes its row.
  if (found === null) throw new AppError('in_progress')
  if (!isSameMac(found.digest, digest)) throw new AppError('idempotency_conflict')
  if (found.answer) return { answer: openText(sealKey, found.answer, answerContext(id)) }
  if (found.made !== null && found.lockedUntil < new Date())
    throw new AppError('conflict', serverMessages.idempotency.answerLost(found.made))
  throw new AppError('in_progress')
}

export async function keepAnswer(
  { db }: Needs,
  { id, attempt, sealKey }: Claim,
  text: string,
): Promise<void> {
  const answer = sealBytes(sealKey, text, answerContext(id))
  await db
    .system('idempotency')
    .write((client) => client.idempotentCall.updateMany({ where: { attempt }, data: { answer } }))
}

/** For a failed call: the key may be used again, unless a record is made. */
export async function releaseCall({ db }: Needs, { attempt }: Claim): Promise<void> {
  await db
    .system('idempotency')
    .write((client) => client.idempotentCall.deleteMany({ where: { attempt, made: null } }))
}

const answerContext = (id: string): string => columnContext('IdempotentCall', 'answer', id, '')
