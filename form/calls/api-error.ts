import { isRecord, textEntries } from '#domain/json'

/** A call that failed. `code` is the envelope's, or 'network' when no answer came; the message may be shown. */
export class ApiError extends Error {
  readonly code: string
  /** Input name → what is wrong with it, in words. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, code: string, fields: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.fields = fields
  }
}

export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_expired'

/** Is the record past what was asked for, as a session is whose application was submitted? */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

/** May the same call work a moment later? Nothing answered, or the server said that it is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

/** Would the same file be refused again? */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unsupported_type' || error.code === 'too_large')

/** Reads the failure half of the envelope (decisions section 3) out of anything; null when it is none. */
export function readFailure(body: unknown): ApiError | null {
  if (!isRecord(body) || typeof body.error !== 'string') return null
  const code = body.errorCode ?? body.code
  return new ApiError(body.error, typeof code === 'string' ? code : '', textEntries(body.fields))
}
