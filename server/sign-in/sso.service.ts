import type { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { findKnownDevice } from '../auth/known-devices.ts'
import { addressKey, throttle } from '../auth/throttle.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Company } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { signInVersion } from '../entities/company/sign-in.schema.ts'
import type { ssoAnswer } from './auth.schema.ts'
import { recordRefusal, startSession, type Visitor, type Welcome } from './auth.service.ts'
import { findProvider } from './provider.ts'
import { keepRefreshToken } from './renew-sessions.ts'
import { domainOf, resolveUser, toSigning, type Claims, type Signing } from './sso-user.ts'

type Answer = z.infer<typeof ssoAnswer>

const ATTEMPT_MS = 10 * 60_000

/** State, nonce and PKCE verifier; neither the attempt nor another of them follows from one. */
const toSecret = (attempt: string, use: 'state' | 'nonce' | 'verifier') => hashToken(`${use} ${attempt}`)

/** Each company has its own, which defends against mixed-up providers (RFC 9700, 4.4.2.2). */
const redirectUri = ({ publicUrl }: Services, { id }: Company) => `${publicUrl}/admin/sso/${id}`

/** Whether any company has a provider. */
export async function isSsoOffered({ db }: Pick<Services, 'db'>) {
  const where = { signIn: { path: ['domains', '0'], string_contains: '' } }
  const found = await db
    .system('sign-in')
    .read((client) => client.company.findFirst({ where, select: { id: true } }))
  return { offered: found !== null }
}

/** @returns the provider's page, and the attempt, which the browser keeps */
export async function startSso(services: Services, email: string, ip: string) {
  await throttle(services, 'ssoPerAddress', addressKey(ip))
  const where = { signIn: { path: ['domains'], array_contains: [domainOf(email)] } }
  const signing = toSigning(
    await services.db.system('sign-in').read((client) => client.company.findFirst({ where })),
  )
  if (!signing) throw fieldError('email', serverMessages.sso.noCompany)
  const { provider, oidc } = await reachProvider(services, signing)
  const [attempt, expiresAt] = [newToken(), new Date(Date.now() + ATTEMPT_MS)]
  const data = { id: hashToken(attempt), companyId: signing.company.id, expiresAt }
  await services.db.system('sign-in').write((client) => client.signInAttempt.create({ data }))
  // Providers refuse scopes that they do not know.
  const more = ['groups', 'offline_access'].filter((scope) =>
    provider.serverMetadata().scopes_supported?.includes(scope),
  )
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(services, signing.company),
    scope: ['openid email profile', ...more].join(' '),
    state: toSecret(attempt, 'state'),
    nonce: toSecret(attempt, 'nonce'),
    code_challenge: await oidc.calculatePKCECodeChallenge(toSecret(attempt, 'verifier')),
    code_challenge_method: 'S256',
  })
  return { url: url.href, attempt }
}

/** Takes the provider's answer, once. @throws AppError unauthenticated, forbidden */
export async function finishSso(services: Services, sent: Answer, visitor: Visitor): Promise<Welcome> {
  const { company: companyId, attempt } = sent
  await throttle(services, 'ssoPerAddress', addressKey(visitor.ip))
  const where = { id: hashToken(attempt), companyId, expiresAt: { gt: new Date() } }
  const found = await services.db.system('sign-in').write(async (client) => {
    const { count } = await client.signInAttempt.deleteMany({ where })
    return count === 0 ? null : client.company.findUnique({ where: { id: companyId } })
  })
  const signing = toSigning(found)
  if (!signing) throw new AppError('unauthenticated', serverMessages.sso.failed)
  try {
    const { claims, refreshToken } = await readClaims(services, signing, sent)
    const user = await resolveUser(services, signing, claims, visitor.ip)
    const device = await findKnownDevice(services.db, { id: user.id }, visitor.deviceTokens)
    const ssoVersion = signInVersion(signing.company.signIn)
    const welcome = await startSession(services, user, { ...visitor, sso: true, ssoVersion }, device)
    if (refreshToken) await keepRefreshToken(services, hashToken(welcome.token), refreshToken)
    return welcome
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.cause instanceof Error ? describeCause(error.cause) : error.message
    await recordRefusal(services, { id: '', companyId }, visitor.ip, { sso: true, reason })
    throw error
  }
}

const reachProvider = (services: Services, signing: Signing) =>
  findProvider(services, signing).catch((error: unknown) => {
    const cause = new Error(`the provider of company ${signing.company.id}: ${describeCause(error)}`)
    throw new AppError('unavailable', serverMessages.sso.away, { cause })
  })

/** With OAuth's and the system's codes, as openid-client's own words say little: 'something went wrong'. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const codes = ['error', 'code'].map((key): unknown => Reflect.get(error, key))
  const words = [error.message, ...codes, describeCause(error.cause)]
  return words
    .filter((word) => typeof word === 'string' && word !== '')
    .join(', ')
    .slice(0, LIMITS.textLength)
}

async function readClaims(services: Services, signing: Signing, { attempt, answer }: Answer) {
  const { provider, oidc } = await reachProvider(services, signing)
  const url = new URL(answer, redirectUri(services, signing.company))
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      expectedState: toSecret(attempt, 'state'),
      expectedNonce: toSecret(attempt, 'nonce'),
      pkceCodeVerifier: toSecret(attempt, 'verifier'),
    })
    const { sub = '', ...claims } = tokens.claims() ?? {}
    const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await oidc.fetchUserInfo(provider, tokens.access_token, sub) : {}
    const all: Claims = { ...more, ...claims, sub }
    return { claims: all, refreshToken: tokens.refresh_token }
  } catch (cause) {
    throw new AppError('unauthenticated', serverMessages.sso.failed, { cause })
  }
}
