import { isRecord, textEntries } from '#domain/json'

/**
 * `code` is the envelope's, 'network' without a response, or 'foreign' for a proxy's final refusal. The
 * message may be shown.
 */
export class ApiError extends Error {
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
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

export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_requests'

/** The call may have had an effect: no response, a proxy's response or a busy server. */
export const isUnanswered = (error: unknown): boolean =>
  isTransient(error) || isTooMany(error) || (error instanceof ApiError && error.code === 'foreign')

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
