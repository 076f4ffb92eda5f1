import { isRecord, textEntries } from '#domain/json'

/**
 * A call that failed. `code` is the envelope's, 'network' when no answer came, or 'foreign' when something in between
 * refused it for good; the message may be shown.
 */
export class ApiError extends Error {
  readonly code: string
  /** Input name → what is wrong with it, in words. */
  readonly fields: Readonly<Record<string, string>>
  /** How long the server asked to be left alone; null when it did not. */
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

/** Is the record past what was asked for, as a session is whose application was submitted? */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

/** May the same call work a moment later? Nothing answered, or the server said that it is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

/** Is the server to be left alone for a while, and then asked again? */
export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_requests'

/** Has something else than the server spoken, or nothing, or the server only of how busy it is? */
export const isUnanswered = (error: unknown): boolean =>
  isTransient(error) || isTooMany(error) || (error instanceof ApiError && error.code === 'foreign')

/** Would the same file be refused again? */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unsupported_type' || error.code === 'too_large')

/** Reads the failure half of the envelope (decisions section 3) out of anything; null when it is none. */
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

/** What a `Retry-After` of so many seconds asks for, in milliseconds. */
export function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header ?? '')
  return seconds > 0 ? seconds * 1000 : null
}
