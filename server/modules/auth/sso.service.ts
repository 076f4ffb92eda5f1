import type { z } from 'zod'
import { serverMessages } from '#domain/messages/server'
import { asSystem } from '../../auth/actor.ts'
import { findKnownDevice } from '../../auth/known-devices.ts'
import { addressKey, throttle } from '../../auth/throttle.ts'
import { hashToken, newToken } from '../../auth/tokens.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Company } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { parseSignIn } from '../company/sign-in.schema.ts'
import type { ssoAnswer } from './auth.schema.ts'
import { recordRefusal, startSession, type Visitor, type Welcome } from './auth.service.ts'
import { findProvider } from './provider.ts'
import { domainOf, resolveUser, type Claims, type Signing } from './sso-user.ts'

type Answer = z.infer<typeof ssoAnswer>

const ATTEMPT_MS = 10 * 60_000

/** State, nonce and PKCE verifier; neither the attempt nor another of them follows from one. */
const toSecret = (attempt: string, use: 'state' | 'nonce' | 'verifier') => hashToken(`${use} ${attempt}`)

/** Each company has its own, which defends against mixed-up providers (RFC 9700, 4.4.2.2). */
const redirectUri = ({ publicUrl }: Services, { id }: Company) => `${publicUrl}/admin/sso/${id}`

function toSigning(company: Company | null): Signing | null {
  const signIn = parseSignIn(company?.signIn)
  return company && signIn && { company, signIn }
}

/** @returns the provider's page, and the attempt, which the browser keeps */
export async function startSso(services: Services, email: string, ip: string) {
  await throttle(services, 'ssoPerAddress', addressKey(ip))
  const where = { signIn: { path: ['domains'], array_contains: [domainOf(email)] } }
  const signing = toSigning(
    await asSystem(services.db, 'sign-in', (client) => client.company.findFirst({ where })),
  )
  if (!signing) throw fieldError('email', serverMessages.sso.noCompany)
  const { provider, oidc } = await findProvider(services, signing)
  const [attempt, expiresAt] = [newToken(), new Date(Date.now() + ATTEMPT_MS)]
  const data = { id: hashToken(attempt), companyId: signing.company.id, expiresAt }
  await asSystem(services.db, 'sign-in', (client) => client.signInAttempt.create({ data }))
  const hasGroups = provider.serverMetadata().scopes_supported?.includes('groups') === true
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(services, signing.company),
    scope: `openid email profile${hasGroups ? ' groups' : ''}`,
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
  const found = await asSystem(services.db, 'sign-in', async (client) => {
    const { count } = await client.signInAttempt.deleteMany({ where })
    return count === 0 ? null : client.company.findUnique({ where: { id: companyId } })
  })
  const signing = toSigning(found)
  if (!signing) throw new AppError('unauthenticated', serverMessages.sso.failed)
  try {
    const user = await resolveUser(services, signing, await readClaims(services, signing, sent), visitor.ip)
    const device = await findKnownDevice(services.db, { id: user.id }, visitor.deviceTokens)
    return await startSession(services, user, { ...visitor, sso: true }, device)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    await recordRefusal(services, { id: '', companyId }, visitor.ip, { sso: true, reason })
    throw error
  }
}

async function readClaims(
  services: Services,
  signing: Signing,
  { attempt, answer }: Answer,
): Promise<Claims> {
  const { provider, oidc } = await findProvider(services, signing)
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
    return { ...more, ...claims, sub }
  } catch (cause) {
    throw new AppError('unauthenticated', serverMessages.sso.failed, { cause })
  }
}
