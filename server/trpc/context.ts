import type { Language } from '#domain/language'
import type { Actor } from '../auth/actor.ts'
import type { Services } from '../services.ts'

/** What a procedure knows of its request, whichever door it came through (tRPC or REST). */
export type Context = {
  services: Services
  /** null: nobody is signed in. */
  actor: Actor | null
  /** Was a bearer token sent, though it signs nobody in? */
  tokenRefused: boolean
  /** The socket's address or the trusted proxy's, never the payload's (security.md 10). */
  ip: string
  userAgent: string
  /** Of the request's cookies, those that name a known device. They sign nobody in. */
  deviceTokens: readonly string[]
  requestId: string
  /** The `x-form-session` header. */
  formSession: string | null
  /** What refusals are worded in: the `x-form-language` header's, else English. */
  language: Language
  setHeader: (name: string, value: string) => void
}
