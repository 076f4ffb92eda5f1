import { inspect } from 'node:util'
import type { Configuration, CustomFetchOptions } from 'openid-client'
import { serverMessages } from '#domain/messages/server'
import { signInSecretContext } from '../platform/crypto/contexts.ts'
import { fieldError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { SignIn } from '../entities/company/sign-in.schema.ts'
import { guardedRequest } from '../events/webhooks/guarded-request.ts'

type Holder = { id: string; signInSecret: Uint8Array | null }
type Found = { provider: Configuration; oidc: typeof import('openid-client'); until: number }

const LIMITS = { timeoutMs: 10_000, maxBytes: 256 * 1024 }
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 100
const kept = new Map<string, Found>()

type Needs = Pick<Services, 'config' | 'keys'>
type Signing = { company: Holder; signIn: SignIn }

/** @throws AppError invalid_input if the issuer's address can't be used; the text says why */
export async function checkProvider(services: Needs, signing: Signing): Promise<void> {
  await findProvider(services, signing).catch((error: unknown) => {
    const isPrivate = inspect(error).includes('NOT_PUBLIC')
    throw fieldError('signIn.issuer', serverMessages.sso[isPrivate ? 'privateAddress' : 'noProvider'])
  })
}

/** The provider's metadata and signing keys, cached. @throws Error if it can't be asked */
export async function findProvider(
  { config, keys }: Needs,
  { company: { id, signInSecret }, signIn: { issuer, clientId } }: Signing,
): Promise<Found> {
  const key = JSON.stringify([id, issuer, clientId, signInSecret])
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known
  // Slow to load and rarely used.
  const oidc = await import('openid-client')
  const allowPrivate = config.allowPrivateWebhooks
  const secret = signInSecret && keys.unwrap(signInSecret, signInSecretContext(id)).toString()
  const ask = async (url: string, { method, headers, body }: CustomFetchOptions) => {
    const sent = { method, headers, body: body?.toString(), allowPrivate, ...LIMITS }
    const { status, type, content } = await guardedRequest(new URL(url), sent)
    return new Response(content, { status, headers: { 'content-type': type } })
  }
  const execute = [oidc.enableNonRepudiationChecks, ...(allowPrivate ? [oidc.allowInsecureRequests] : [])]
  const client = secret === null ? oidc.None() : oidc.ClientSecretPost(secret)
  const options = { execute, [oidc.customFetch]: ask }
  const provider = await oidc.discovery(new URL(issuer), clientId, {}, client, options)
  const { authorization_endpoint: page = '' } = provider.serverMetadata()
  if (!(allowPrivate ? /^https?:/ : /^https:/).test(page)) throw new TypeError(page)
  const found = { provider, oidc, until: Date.now() + KEPT_MS }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, found)
  return found
}
