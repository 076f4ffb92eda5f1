import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { canPerform } from '#domain/actions'
import { keyPermissions } from '#domain/api-key'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Database } from '../platform/database/db.ts'
import { AppError } from '../errors.ts'
import { Prisma, type ApiKey, type Role, type User } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { readAccessToken } from './oauth-records.ts'
import { countTries, toBucketKey, type Bucket } from './throttle.ts'
import { hashToken } from './tokens.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config'>
type KeyCaller = { actor: Actor; origins: readonly string[]; bucket: Bucket | null; refusal: AppError | null }

/** A key is no session, nor is a job; whether two steps are required concerns signing in. */
export const NO_SESSION = {
  sessionId: '',
  confirmedAt: new Date(0),
  companyName: null,
  sso: false,
  otp: false,
  otpRequired: false,
  passwordChangeRequired: false,
}

/** The key's caller; null for a key that is unknown, revoked or expired, or whose creator lost the company. */
export async function findKeyCaller(services: Needs, text: string, ip: string): Promise<KeyCaller | null> {
  return isKey(text) ? findCaller(services, hashToken(text), ip) : null
}

/** The same of an access token, which is good for one resource and within its scopes. */
export async function findTokenCaller(
  services: Needs,
  token: string,
  ip: string,
  resource: string,
): Promise<KeyCaller | null> {
  const granted = await readAccessToken(services.db, token)
  const caller = granted?.resource === resource ? await findCaller(services, granted.grantHash, ip) : null
  if (!granted || !caller) return null
  const permissions = caller.actor.permissions.filter((permission) => granted.scopes.includes(permission))
  return { ...caller, actor: { ...caller.actor, permissions } }
}

async function findCaller(services: Needs, hash: string, ip: string): Promise<KeyCaller | null> {
  const found = await useKey(services, hash, ip)
  const actor = found ? toActor(found) : null
  if (!found || !actor) return null
  const { key, count, left } = found
  const refusal = isAmong(key.addresses, ip) ? null : new AppError('forbidden', serverMessages.apiKey.address)
  return { actor, origins: key.origins, bucket: count === null ? null : { count, left: left ?? 0 }, refusal }
}

/** Whom the key stands for now, without counting a call. */
export const findKeyActor = (needs: Pick<Needs, 'db'>, id: string): Promise<Actor | null> =>
  findActor(needs, Prisma.sql`k."id" = ${id}`)

export const findGrantActor = (needs: Pick<Needs, 'db'>, hash: string): Promise<Actor | null> =>
  findActor(needs, Prisma.sql`k."hash" = ${hash}`)

async function findActor({ db }: Pick<Needs, 'db'>, which: Prisma.Sql): Promise<Actor | null> {
  const [found] = await db.system('maker').query<Known>('', liveKeys(which))
  return found ? toActor(found) : null
}

function toActor({ key, user, role, allowsConnections }: Known): Actor | null {
  const creator = {
    userType: 'user' as const,
    permissions: [],
    scope: 'company' as const,
    ...role,
    isAdmin: user.isAdmin,
  }
  const reachesAll = reachesAllCompanies(creator)
  if (!reachesAll && (key.companyId === null || key.companyId !== user.companyId)) return null
  // An app stays connected only while its maker may connect apps.
  if (key.redirectHost !== null && !allowsConnections && !canPerform(creator, 'integration.manage'))
    return null
  return {
    ...user,
    ...NO_SESSION,
    limited: true,
    isAdmin: false,
    userId: user.id,
    roleName: role?.name ?? '',
    name: serverMessages.apiKey[key.redirectHost === null ? 'actor' : 'app'](key.name, user.name),
    companyId: key.companyId,
    userType: key.companyId === null ? 'admin' : reachesAll ? 'company' : creator.userType,
    scope: reachesAll ? 'company' : creator.scope,
    permissions: keyPermissions(creator).filter((permission) => key.permissions.includes(permission)),
    apiKey: { id: key.id, name: key.name },
  }
}

const isAmong = (ranges: readonly string[], ip: string): boolean =>
  ranges.length === 0 ||
  (ipaddr.isValid(ip) &&
    ipaddr.subnetMatch(ipaddr.process(ip), { given: ranges.map((each) => ipaddr.parseCIDR(each)) }) ===
      'given')

export const isKeyOrigin = async (db: Database, origin: string): Promise<boolean> => {
  const isLive = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] }
  const where = { origins: { has: origin }, ...isLive }
  return (await db.system('sign-in').read((client) => client.apiKey.findFirst({ where }))) !== null
}

/** The rows as JSON, so without dates. */
type Known = {
  key: Pick<ApiKey, 'id' | 'name' | 'companyId' | 'permissions' | 'addresses' | 'origins' | 'redirectHost'>
  user: Omit<
    User,
    'passwordHash' | 'lastSignInAt' | 'submissionMailAt' | 'taskMailAt' | 'createdAt' | 'updatedAt'
  >
  role: Pick<Role, 'name' | 'userType' | 'permissions' | 'scope'> | null
  allowsConnections: boolean | null
}
type Found = Known & { count: number | null; left: number | null }

const liveKeys = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT to_jsonb(k) AS "key", to_jsonb(u) - 'passwordHash' AS "user", to_jsonb(r) AS "role",
    c."allowsConnections"
  FROM "ApiKey" k JOIN "User" u ON u."id" = k."createdById" AND u."active"
  LEFT JOIN "Role" r ON r."id" = u."roleId" LEFT JOIN "Company" c ON c."id" = k."companyId"
  WHERE ${which} AND k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > now())`

/** Finds the key, counts the call and notes the use in one statement, as every request waits for it. */
async function useKey(services: Needs, hash: string, ip: string): Promise<Found | undefined> {
  const bucket = services.config.rateLimit ? toBucketKey(services, 'apiKey', [hash]) : null
  const statement = Prisma.sql`
    WITH found AS (${liveKeys(Prisma.sql`k."hash" = ${hash}`)}), used AS (
      UPDATE "ApiKey" SET "lastUsedAt" = now(), "lastUsedIp" = ${ip} FROM found
      WHERE "id" = found."key" ->> 'id' AND coalesce("lastUsedAt" < now() - interval '1 minute', TRUE)
    ), tries AS (${countTries('apiKey', Prisma.sql`(SELECT ${bucket}::text FROM found)`)})
    SELECT found.*, tries."count", tries."left" FROM found LEFT JOIN tries ON TRUE`
  return (await services.db.system('sign-in').query<Found>('api-key', statement))[0]
}

/** Secret scanners look for it, and for the checksum at the end. */
export const KEY_PREFIX = 'intake_live_'
const KEY = /^(intake_live_[0-9a-f]{48})([0-9a-f]{8})$/

export function newKey(): string {
  const start = `${KEY_PREFIX}${randomBytes(24).toString('hex')}`
  return `${start}${checksum(start)}`
}

export function isKey(text: string): boolean {
  const [, start = '', end] = KEY.exec(text) ?? []
  return end === checksum(start)
}

export const keyStart = (key: string): string => key.slice(0, KEY_PREFIX.length + 6)

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
