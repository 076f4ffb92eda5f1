import { LIMITS } from '#domain/limits'
import { ssoRefreshContext } from '../platform/crypto/contexts.ts'
import type { Services } from '../services.ts'
import { toMessage } from '../system-error.ts'
import { recordEventNow, SYSTEM } from '../events/record-event.ts'
import { signInVersion } from '../entities/company/sign-in.schema.ts'
import { findProvider } from './provider.ts'
import { toSigning, type Signing } from './sso-user.ts'

type Needs = Pick<Services, 'db' | 'config' | 'keys' | 'log'>
type Due = Awaited<ReturnType<typeof claimDue>>[number]

/** With the pauses of the worker and of an attempt, no session goes 30 minutes without the provider's word. */
const RENEW_EVERY_MS = 25 * 60_000
const AT_ONCE = 100
const TURN_MS = 60_000
/** Longer than a turn and an attempt, so that one node alone renews a session; also the pause after an outage. */
const LEASE_MS = 2 * 60_000

export async function keepRefreshToken({ db, keys }: Needs, id: string, token: string): Promise<void> {
  const ssoRefresh = keys.wrap(Buffer.from(token), ssoRefreshContext(id))
  const data = { ssoRefresh, ssoRenewAt: new Date(Date.now() + RENEW_EVERY_MS) }
  await db.system('sign-in').write((client) => client.loginSession.updateMany({ where: { id }, data }))
}

/**
 * Asks the providers whether they would still sign in the users of the sessions that are due. A session whose provider
 * can't be asked stays: it is tried again until it ends 12 hours after the sign-in, like one without a refresh token.
 */
export async function renewSessions(services: Needs): Promise<void> {
  const due = await claimDue(services)
  const end = Date.now() + TURN_MS
  // A provider that is slow or out keeps no other one's sessions waiting.
  const renewOf = async (companyId: string | null) => {
    for (const session of due.filter(({ user }) => user.companyId === companyId))
      if (Date.now() > end || !(await renew(services, session))) return
  }
  await Promise.all([...new Set(due.map(({ user }) => user.companyId))].map(renewOf))
}

const claimDue = ({ db }: Needs) =>
  db.system('sign-in').write(async (client) => {
    const claimed = await client.$queryRaw<{ id: string }[]>`
      UPDATE "LoginSession" SET "ssoRenewAt" = ${new Date(Date.now() + LEASE_MS)} WHERE "id" IN (
        SELECT "id" FROM "LoginSession" WHERE "ssoRenewAt" <= now() AND "expiresAt" > now()
          AND "lastSeenAt" > now() - make_interval(mins => ${LIMITS.loginIdleMinutes}::integer)
        ORDER BY "ssoRenewAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING "id"`
    const where = { id: { in: claimed.map(({ id }) => id) } }
    return client.loginSession.findMany({ where, include: { user: { include: { company: true } } } })
  })

/** @returns false if the provider can't be asked now */
async function renew(services: Needs, { id, user, ssoRefresh, ssoVersion }: Due): Promise<boolean> {
  const [signing, { companyId }] = [toSigning(user.company), user]
  // The next request ends a session of other settings; its token is for the provider that gave it.
  if (!signing || !ssoRefresh || signInVersion(signing.company.signIn) !== ssoVersion) return true
  try {
    const token = services.keys.unwrap(ssoRefresh, ssoRefreshContext(id)).toString()
    const next = await ask(services, signing, token, user.ssoSubject)
    if (next !== null) return await keepRefreshToken(services, id, next).then(() => true)
    await services.db.system('sign-in').write((client) => client.loginSession.deleteMany({ where: { id } }))
    const about = { companyId, objectType: 'user', objectId: user.id, detail: { sso: true } }
    await recordEventNow(services, { ...about, actor: SYSTEM, act: 'session-ended', ip: '' })
    return true
  } catch (error) {
    services.log.warn({ companyId, reason: toMessage(error) }, 'could not renew a session at its provider')
    return false
  }
}

/** @returns the refresh token from now on; null if the provider no longer signs in the user */
async function ask(services: Needs, signing: Signing, token: string, subject: string | null) {
  const { provider, oidc } = await findProvider(services, signing)
  try {
    const tokens = await oidc.refreshTokenGrant(provider, token)
    const sub = tokens.claims()?.sub
    const isSame = sub === undefined || `${signing.signIn.issuer} ${sub}` === subject
    return isSame ? (tokens.refresh_token ?? token) : null
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
    throw error
  }
}
