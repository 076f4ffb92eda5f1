import { Lucia, TimeSpan, type Adapter } from 'lucia'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Database, Tx } from '../platform/database/db.ts'
import { AppError } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Actor } from './actor.ts'
import { findSessionUser, type SessionUser } from './session-user.ts'
import { requiresOtp, type SignInPolicy } from './sign-in-policy.ts'
import { hashToken, newToken } from './tokens.ts'

/** `ssoVersion`: of the provider's settings that the user signed in by. */
export type Client = { ip: string; userAgent: string; sso?: boolean; ssoVersion?: string | null }
type OpenSession = Client & { id: string; createdAt: Date; lastSeenAt: Date }
export type Sessions = ReturnType<typeof createSessions>

const MINUTE_MS = 60_000
const IDLE_MS = LIMITS.loginIdleMinutes * MINUTE_MS
/** Requests update `lastSeenAt` only when it is older. */
const SEEN_EVERY_MS = MINUTE_MS

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function createSessions(db: Database, policy: SignInPolicy) {
  const lucia = createLucia(db)
  const update = async (id: string, data: Prisma.LoginSessionUpdateManyMutationInput) => {
    await db.system('sign-in').write((client) => client.loginSession.updateMany({ where: { id }, data }))
  }
  return {
    /**
     * Signs a user in and returns the token.
     * @param verifiedHash the hash that the given password matched, or that the user had at the provider's answer
     * @throws AppError unauthenticated if the user's hash is another one by now
     */
    async start(userId: string, client: Client, verifiedHash?: string): Promise<string> {
      const { ip, userAgent, sso = false, ssoVersion = null } = client
      const token = newToken()
      const now = new Date()
      const attributes = { ip, userAgent, lastSeenAt: now, confirmedAt: now, sso, ssoVersion, verifiedHash }
      await lucia.createSession(userId, attributes, { sessionId: hashToken(token) })
      return token
    },
    /** The user that the token signs in, as of now; null for an unknown or expired token or an inactive user. */
    async findActor(token: string): Promise<Actor | null> {
      if (!TOKEN.test(token)) return null
      const { user, session } = await lucia.validateSession(hashToken(token))
      if (!user) return null
      if (session.lastSeenAt.getTime() < Date.now() - SEEN_EVERY_MS)
        await update(session.id, { lastSeenAt: new Date() })
      const holder = {
        isAdmin: user.isAdmin,
        userType: user.userType ?? 'user',
        permissions: user.permissions ?? [],
        scope: user.scope ?? 'company',
      }
      const otpRequired = requiresOtp(policy, holder, user)
      if (user.sso && user.secondStep !== true && (user.otp || otpRequired)) return null
      return {
        ...holder,
        userId: user.id,
        name: user.name,
        email: user.email,
        roleId: user.roleId,
        roleName: user.roleName ?? '',
        companyId: user.companyId,
        companyName: user.companyName,
        slug: user.slug,
        apiKey: null,
        sessionId: session.id,
        otp: user.otp,
        otpRequired: otpRequired && !user.sso,
        sso: user.sso,
        passwordChangeRequired: policy === 'strict' && user.passwordSetByOther,
        submissionMail: user.submissionMail,
        confirmedAt: session.confirmedAt,
      }
    },
    async confirm(sessionId: string): Promise<Date> {
      const confirmedAt = new Date()
      await update(sessionId, { confirmedAt })
      return confirmedAt
    },
    end: (sessionId: string): Promise<void> => lucia.invalidateSession(sessionId),
    endAll: (userId: string): Promise<void> => lucia.invalidateUserSessions(userId),
    async endOthers(userId: string, keptSessionId: string): Promise<number> {
      const where = { userId, id: { not: keptSessionId } }
      const { count } = await db
        .system('sign-in')
        .write((client) => client.loginSession.deleteMany({ where }))
      return count
    },
    list: (userId: string): Promise<OpenSession[]> =>
      db.system('sign-in').read((client) =>
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
    removeExpired: (): Promise<void> => lucia.deleteExpiredSessions(),
  }
}

const createLucia = (db: Database) =>
  new Lucia(createAdapter(db), {
    sessionExpiresIn: new TimeSpan(LIMITS.loginSessionHours, 'h'),
    getSessionAttributes: ({ lastSeenAt, confirmedAt }) => ({ lastSeenAt, confirmedAt }),
    getUserAttributes: (user) => user,
  })

/** Whether the company requires another sign-in. Admins may still use passwords, to repair wrong settings. */
const isShutOut = ({ providerChanged, enforced, sso, isAdmin, userType }: Omit<SessionUser, 'id'>): boolean =>
  providerChanged || (enforced === true && !sso && !isAdmin && userType !== 'admin')

type SessionRow = Omit<Prisma.LoginSessionGetPayload<object>, 'createdAt' | `sso${string}`>

/** lucia gets the hash of a token as the session's id, never the token. */
function createAdapter(db: Database): Adapter {
  const remove = async (where: Prisma.LoginSessionWhereInput) => {
    await db.system('sign-in').write((client) => client.loginSession.deleteMany({ where }))
  }
  return {
    async getSessionAndUser(id) {
      const found = await findSessionUser(db, id)
      if (!found) return [null, null]
      const { id: userId, sessionId, ...user } = found
      // lucia deletes a session that has expired or has no user.
      const expiresAt = new Date(Math.min(user.expiresAt.getTime(), user.lastSeenAt.getTime() + IDLE_MS))
      return [
        toLuciaSession({ ...user, id: sessionId, userId, expiresAt }),
        user.active && !isShutOut(user) ? { id: userId, attributes: user } : null,
      ]
    },
    async getUserSessions(userId) {
      const where = { userId }
      const rows = await db.system('sign-in').read((client) => client.loginSession.findMany({ where }))
      return rows.map(toLuciaSession)
    },
    async setSession({ id, userId, expiresAt, attributes: { verifiedHash, ...attributes } }) {
      await db.system('sign-in').write(async (tx) => {
        if (verifiedHash !== undefined) await recordSignIn(tx, userId, verifiedHash)
        await tx.loginSession.create({ data: { id, userId, expiresAt, ...attributes } })
      })
    },
    // lucia would renew for ever; sessions end after twelve hours, used or not.
    async updateSessionExpiration() {},
    deleteSession: (id) => remove({ id }),
    deleteUserSessions: (userId) => remove({ userId }),
    deleteExpiredSessions: () =>
      remove({
        OR: [{ expiresAt: { lte: new Date() } }, { lastSeenAt: { lte: new Date(Date.now() - IDLE_MS) } }],
      }),
  }
}

const toLuciaSession = ({ id, userId, expiresAt, ip, userAgent, lastSeenAt, confirmedAt }: SessionRow) => ({
  id,
  userId,
  expiresAt,
  attributes: { ip, userAgent, lastSeenAt, confirmedAt },
})

/**
 * Writes the time of the sign-in. The row's lock makes a change of the password wait for the new session, and then end
 * it; a change that came first rejects the sign-in. Raw SQL leaves `updatedAt` alone.
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
      sso?: boolean
      verifiedHash?: string | undefined
    }
    DatabaseUserAttributes: Omit<SessionUser, 'id'>
  }
}
