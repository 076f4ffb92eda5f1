import { isRecord, textEntries } from '#domain/json'

/**
 * A call that failed. `code` is the envelope's, 'network' without a response, or 'foreign' if a proxy refused for
 * good. The message may be shown.
 */
export class ApiError extends Error {
  readonly code: string
  /** Input name to problem text. */
  readonly fields: Readonly<Record<string, string>>
  /** Milliseconds of `Retry-After`; null if absent. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    code: string,
    fields: Readonly<Record<string, string>> = {},
    cause?: unknown,
    retryAfterMs: number | null = null,
  ) {
    super(message, { cause })
    this.code = code
    this.fields = fields
    this.retryAfterMs = retryAfterMs
  }
}

export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_expired'

/** The session's application was already submitted. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

/** The same call may work later: no response, or the server is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_requests'

/** It is unknown what became of the call: no response, a proxy's response, or a busy server's. */
export const isUnanswered = (error: unknown): boolean =>
  isTransient(error) || isTooMany(error) || (error instanceof ApiError && error.code === 'foreign')

/** Reads an error envelope; null for anything else. */
export function readFailure(body: unknown, retryAfterMs: number | null = null): ApiError | null {
  if (!isRecord(body) || typeof body.error !== 'string') return null
  const code = body.errorCode ?? body.code
  return new ApiError(
    body.error,
    typeof code === 'string' ? code : '',
    textEntries(body.fields),
    undefined,
    retryAfterMs,
  )
}

export function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header ?? '')
  return seconds > 0 ? seconds * 1000 : null
}
