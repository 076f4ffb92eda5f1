import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { columnContext } from '../platform/crypto/contexts.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/database/db.ts'
import { hashToken } from './tokens.ts'

/** Longer than a session's token, so that the two are told apart without a look-up. */
export const OAUTH_TOKEN_BITS = 288
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{48}$/
export const isAccessToken = (text: string): boolean => ACCESS_TOKEN.test(text)

/** What a token is good for (RFC 8707): one of the two alone. */
export const resourceAt = (publicUrl: string, isMcp: boolean): string =>
  `${publicUrl}/api/v1${isMcp ? '/mcp' : ''}`

/** RFC 9728, 3.1: behind the well-known path stands the resource's own. */
export const metadataUrl = (publicUrl: string, isMcp: boolean): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/api/v1${isMcp ? '/mcp' : ''}`

/** The cookie of the browser that an app sent to `/oauth/authorize`. */
export const INTERACTION_COOKIE = 'oauth_interaction'
const COOKIE = new RegExp(`(?:^|;\\s*)${INTERACTION_COOKIE}=([\\w-]{20,100})(?:;|$)`)
export const readInteraction = (header = ''): string | null => COOKIE.exec(header)?.[1] ?? null

/** Made of the record's name, such as a token, of which the database has only the hash. */
const keyOf = (name: string): Buffer => createHmac('sha256', 'oauth-record').update(name).digest()
const contextOf = (name: string): string => columnContext('OAuthRecord', 'payload', hashToken(name), '')

export const sealRecord = (name: string, payload: object): Buffer<ArrayBuffer> =>
  sealBytes(keyOf(name), JSON.stringify(payload), contextOf(name))

export const openRecord = (name: string, payload: Uint8Array): unknown =>
  JSON.parse(openText(keyOf(name), payload, contextOf(name)))

const tokenPayload = z.object({ aud: z.string(), scope: z.string().default('') })

/** @returns what the token was issued for, whether or not its grant is still good; null for an unknown or expired token */
export async function readAccessToken(db: Database, token: string) {
  const where = { id: hashToken(token), kind: 'AccessToken', expiresAt: { gt: new Date() } }
  const row = await db.system('sign-in').read((client) => client.oAuthRecord.findFirst({ where }))
  if (!row?.grantHash) return null
  const { aud: resource, scope } = tokenPayload.parse(openRecord(token, row.payload))
  return { resource, scopes: scope.split(' '), grantHash: row.grantHash }
}
