import { createHash, randomBytes } from 'node:crypto'
import { Lucia, TimeSpan, type Adapter } from 'lucia'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Database } from '../database/db.ts'
import { AppError } from '../errors.ts'
import type { Role, User } from '../generated/client.ts'
import { asSystem, withSystem, type Actor, type Tx } from './actor.ts'
import { requiresOtp, type SignInPolicy } from './sign-in-policy.ts'

/** Signed-in browsers and clients. A token is 256 random bits; only its SHA-256 is kept (security.md 6). */
export type Sessions = {
  /**
   * Signs a user in; answers the token, base64url.
   *
   * @param verifiedHash the hash that the given password fitted, which must still be the user's
   * @throws AppError unauthenticated where it is not
   */
  start(userId: string, client: Client, verifiedHash?: string): Promise<string>
  /** Whom the token signs in, as they are now; null when it is unknown, idle for too long, too old, or its user inactive. */
  actorOf(token: string): Promise<Actor | null>
  /** Notes that the user has just given the password in this session, as by signing in; returns when. */
  confirm(sessionId: string): Promise<Date>
  /** Ends one session, named by its actor's `sessionId`; one that is gone already is no fault. */
  end(sessionId: string): Promise<void>
  /** Signs a user out everywhere. */
  endAll(userId: string): Promise<void>
  /** The same but for one session; answers how many ended. */
  endOthers(userId: string, keptSessionId: string): Promise<number>
  /** A user's sessions that still sign them in, the last used first. */
  list(userId: string): Promise<OpenSession[]>
  /** Removes what has run out. */
  removeExpired(): Promise<void>
}

/** Where a person signs in from. */
export type Client = { ip: string; userAgent: string }
export type OpenSession = Client & { id: string; createdAt: Date; lastSeenAt: Date }
type UserAttributes = Omit<User, 'id' | 'passwordHash'> & {
  role: Role | null
  company: { requireOtp: boolean } | null
  otp: { confirmedAt: Date | null } | null
}

const MINUTE_MS = 60_000
const IDLE_MS = LIMITS.loginIdleMinutes * MINUTE_MS
/** How stale `lastSeenAt` may be: it is not worth a write at every request. */
const SEEN_EVERY_MS = MINUTE_MS

const TOKEN = /^[A-Za-z0-9_-]{43}$/
const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')

export function createSessions(db: Database, policy: SignInPolicy): Sessions {
  const lucia = createLucia(db)
  return {
    async start(userId, { ip, userAgent }, verifiedHash) {
      const token = randomBytes(32).toString('base64url')
      const now = new Date()
      const attributes = { ip, userAgent, lastSeenAt: now, confirmedAt: now, verifiedHash }
      await lucia.createSession(userId, attributes, { sessionId: sha256(token) })
      return token
    },
    async actorOf(token) {
      if (!TOKEN.test(token)) return null
      const { user, session } = await lucia.validateSession(sha256(token))
      if (!user) return null
      if (session.lastSeenAt.getTime() < Date.now() - SEEN_EVERY_MS) {
        await asSystem(db, 'sign-in', (client) =>
          client.loginSession.updateMany({ where: { id: session.id }, data: { lastSeenAt: new Date() } }),
        )
      }
      const holder = {
        isAdmin: user.isAdmin,
        userType: user.role?.userType ?? 'user',
        permissions: user.role?.permissions ?? [],
      }
      return {
        ...holder,
        userId: user.id,
        name: user.name,
        email: user.email,
        roleId: user.roleId,
        roleName: user.role?.name ?? '',
        companyId: user.companyId,
        sessionId: session.id,
        otp: (user.otp?.confirmedAt ?? null) !== null,
        otpRequired: requiresOtp(policy, holder, user.company),
        passwordChangeRequired: policy === 'strict' && user.passwordSetByOther,
        confirmedAt: session.confirmedAt,
      }
    },
    async confirm(sessionId) {
      const confirmedAt = new Date()
      await asSystem(db, 'sign-in', (client) =>
        client.loginSession.updateMany({ where: { id: sessionId }, data: { confirmedAt } }),
      )
      return confirmedAt
    },
    end: (sessionId) => lucia.invalidateSession(sessionId),
    endAll: (userId) => lucia.invalidateUserSessions(userId),
    async endOthers(userId, keptSessionId) {
      const others = { userId, id: { not: keptSessionId } }
      const { count } = await asSystem(db, 'sign-in', (client) =>
        client.loginSession.deleteMany({ where: others }),
      )
      return count
    },
    list: (userId) =>
      asSystem(db, 'sign-in', (client) =>
        client.loginSession.findMany({
          where: {
            userId,
            expiresAt: { gt: new Date() },
            lastSeenAt: { gt: new Date(Date.now() - IDLE_MS) },
          },
          orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
          select: { id: true, createdAt: true, lastSeenAt: true, ip: true, userAgent: true },
        }),
      ),
    removeExpired: () => lucia.deleteExpiredSessions(),
  }
}

const createLucia = (db: Database) =>
  new Lucia(adapter(db), {
    sessionExpiresIn: new TimeSpan(LIMITS.loginSessionHours, 'h'),
    getSessionAttributes: ({ lastSeenAt, confirmedAt }) => ({ lastSeenAt, confirmedAt }),
    getUserAttributes: (user) => user,
  })

const USER_ATTRIBUTES = {
  role: true,
  company: { select: { requireOtp: true } },
  otp: { select: { confirmedAt: true } },
} as const

/** lucia's view of our tables. It knows a session by the hash alone, never by the token. */
function adapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id) {
      const row = await asSystem(db, 'sign-in', (client) =>
        client.loginSession.findUnique({
          where: { id },
          include: { user: { omit: { passwordHash: true }, include: USER_ATTRIBUTES } },
        }),
      )
      if (!row) return [null, null]
      const { user, userId, lastSeenAt, confirmedAt, ip, userAgent } = row
      // Whichever comes first: the absolute end, or the end of idling. lucia deletes what is past it.
      const expiresAt = new Date(Math.min(row.expiresAt.getTime(), lastSeenAt.getTime() + IDLE_MS))
      const session = { id, userId, expiresAt, attributes: { ip, userAgent, lastSeenAt, confirmedAt } }
      // lucia deletes a session without a user too.
      return [session, user.active ? { id: userId, attributes: user } : null]
    },
    async getUserSessions(userId) {
      const rows = await asSystem(db, 'sign-in', (client) =>
        client.loginSession.findMany({ where: { userId } }),
      )
      return rows.map(({ id, expiresAt, ip, userAgent, lastSeenAt, confirmedAt }) => ({
        id,
        userId,
        expiresAt,
        attributes: { ip, userAgent, lastSeenAt, confirmedAt },
      }))
    },
    async setSession({ id, userId, expiresAt, attributes: { verifiedHash, ...attributes } }) {
      await withSystem(db, 'sign-in', async (tx) => {
        if (verifiedHash !== undefined) await recordSignIn(tx, userId, verifiedHash)
        await tx.loginSession.create({ data: { id, userId, expiresAt, ...attributes } })
      })
    },
    // lucia would renew for ever; ours end after twelve hours, used or not.
    async updateSessionExpiration() {},
    async deleteSession(id) {
      await asSystem(db, 'sign-in', (client) => client.loginSession.deleteMany({ where: { id } }))
    },
    async deleteUserSessions(userId) {
      await asSystem(db, 'sign-in', (client) => client.loginSession.deleteMany({ where: { userId } }))
    },
    async deleteExpiredSessions() {
      const now = Date.now()
      await asSystem(db, 'maintenance', (client) =>
        client.loginSession.deleteMany({
          where: {
            OR: [{ expiresAt: { lte: new Date(now) } }, { lastSeenAt: { lte: new Date(now - IDLE_MS) } }],
          },
        }),
      )
    },
  }
}

/**
 * Writes the time of the sign-in. The row's lock makes a change of the password wait until the session stands, and then
 * end it; a change that came first rejects the sign-in. Raw SQL leaves `updatedAt` alone.
 */
async function recordSignIn(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const updated = await tx.$executeRaw`
    UPDATE "User" SET "lastSignInAt" = now()
    WHERE "id" = ${userId} AND "passwordHash" = ${passwordHash} AND "active"`
  if (updated === 0) throw new AppError('unauthenticated', serverMessages.invalidCredentials)
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>
    DatabaseSessionAttributes: Client & {
      lastSeenAt: Date
      confirmedAt: Date
      verifiedHash?: string | undefined
    }
    DatabaseUserAttributes: UserAttributes
  }
}
