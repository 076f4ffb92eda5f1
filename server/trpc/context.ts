import type { Language } from '#domain/language'
import type { Actor } from '../auth/actor.ts'
import type { PackageCookie } from '../auth/package-browser.ts'
import type { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

export type Context = {
  services: Services
  actor: Actor | null
  /** the request's bearer token is unknown or expired */
  tokenRefused: boolean
  refusal: AppError | null
  /** the socket's address or the trusted proxy's */
  ip: string
  userAgent: string
  deviceTokens: readonly string[]
  packageCookies: readonly PackageCookie[]
  /** the authorization that the caller's browser was sent to by an app */
  interaction: string | null
  requestId: string
  formSession: string | null
  language: Language
  /** the client has closed its connection */
  isGone: () => boolean
  setHeader: (name: string, value: string) => void
}
