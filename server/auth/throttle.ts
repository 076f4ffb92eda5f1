import { isIPv6 } from 'node:net'
import { RATES, type RateName } from '#domain/limits'
import type { Config } from '../config.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Database, Tx } from '../platform/database/db.ts'
import { AppError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'

type Throttled = { db: Database; keys: KeyRing; config: Pick<Config, 'rateLimit'> }

export type Budget = { tries: number; seconds: number }

/**
 * Counts a try of `rate` under these parts (a session, an address …), over all processes. A window allows `max` tries.
 * @returns the attempts left; null with rate limits off
 * @throws AppError too_many_requests with the seconds until the window ends
 */
export const throttle = (
  services: Throttled,
  rate: RateName,
  ...keyParts: string[]
): Promise<Budget | null> => throttleBy(1, services, rate, ...keyParts)

export async function throttleBy(
  amount: number,
  services: Throttled,
  rate: RateName,
  ...keyParts: string[]
): Promise<Budget | null> {
  if (!services.config.rateLimit) return null
  const key = toBucketKey(services, rate, keyParts)
  const statement = countTries(rate, key, amount)
  const [bucket] = await services.db.system('throttle').query<Bucket>('throttle', statement)
  return bucket ? requireBudget(rate, bucket) : null
}

export type Bucket = { count: number; left: number }

/** Statement that counts `amount` tries and returns a `Bucket`; nothing for a key that is null. */
export function countTries(rate: RateName, key: string | Prisma.Sql, amount = 1): Prisma.Sql {
  const { max, seconds } = RATES[rate]
  // The window is kept by the database's clock, as those of several servers differ.
  return Prisma.sql`
    INSERT INTO "ThrottleBucket" AS bucket ("key", "count", "expiresAt")
    SELECT given."key", ${amount}::int, now() + make_interval(secs => ${seconds}::int)
      FROM (SELECT ${key}::text AS "key") given, ${NO_WAIT} WHERE given."key" IS NOT NULL
    ON CONFLICT ("key") DO UPDATE SET
      "count" = excluded."count"
        + CASE WHEN bucket."expiresAt" <= now() THEN 0 ELSE LEAST(bucket."count", ${max}::int) END,
      "expiresAt" = CASE WHEN bucket."expiresAt" <= now() THEN excluded."expiresAt" ELSE bucket."expiresAt" END
    RETURNING "count", ceil(extract(epoch FROM "expiresAt" - now()))::int AS "left"`
}

/** @throws AppError too_many_requests with the seconds until the window ends */
export function requireBudget(rate: RateName, { count, left }: Bucket): Budget {
  const { max, seconds } = RATES[rate]
  // A transaction that began before the window did sees a longer one.
  const retryAfter = Math.min(Math.max(1, left), seconds)
  if (count <= max) return { tries: max - count, seconds: retryAfter }
  throw new AppError('too_many_requests', ({ tooManyTries }) => tooManyTries(retryAfter), { retryAfter })
}

/** Whether no try of `rate` is left; counts none. */
export async function isUsedUp(
  client: Pick<Tx, 'throttleBucket'>,
  services: Pick<Throttled, 'keys' | 'config'>,
  rate: RateName,
  ...keyParts: string[]
): Promise<boolean> {
  if (!services.config.rateLimit) return false
  const key = toBucketKey(services, rate, keyParts)
  const where = { key, expiresAt: { gt: new Date() }, count: { gte: RATES[rate].max } }
  return (await client.throttleBucket.count({ where })) > 0
}

export async function refund(services: Throttled, rate: RateName, ...keyParts: string[]): Promise<void> {
  if (!services.config.rateLimit) return
  const key = toBucketKey(services, rate, keyParts)
  await services.db.system('throttle').query(
    'refund',
    Prisma.sql`
      UPDATE "ThrottleBucket" SET "count" = "count" - 1 FROM ${NO_WAIT} WHERE "key" = ${key} AND "count" > 0`,
  )
}

/** The commit doesn't wait for the disk: if PostgreSQL crashes, the tries of its last second are forgotten. */
const NO_WAIT = Prisma.sql`(SELECT set_config('synchronous_commit', 'off', true)) AS asynchronous`

export async function resetBudget(services: Throttled, rate: RateName, ...keyParts: string[]): Promise<void> {
  const key = toBucketKey(services, rate, keyParts)
  await services.db.system('throttle').write((client) => client.throttleBucket.deleteMany({ where: { key } }))
}

/** IPv6 hosts have a whole /64 to themselves, so its prefix is counted. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const middle = ip.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : []
  return [...front, ...middle, ...back].slice(0, 4).join(':')
}

export const toBucketKey = (services: Pick<Throttled, 'keys'>, rate: RateName, keyParts: string[]): string =>
  services.keys.mac('throttle', rate, ...keyParts).toString('base64url')
