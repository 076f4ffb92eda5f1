import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { serverMessages } from '#domain/messages/server'

/** The only table of refusals: our code → tRPC's, the HTTP status, and what is said where nothing better is (decisions 3). */
const CODES = {
  invalid_input: { trpc: 'BAD_REQUEST', status: 400, message: serverMessages.invalidField('input') },
  session_expired: { trpc: 'BAD_REQUEST', status: 400, message: serverMessages.form.sessionExpired },
  unauthenticated: { trpc: 'UNAUTHORIZED', status: 401, message: serverMessages.signIn },
  forbidden: { trpc: 'FORBIDDEN', status: 403, message: serverMessages.accessDenied },
  not_found: { trpc: 'NOT_FOUND', status: 404, message: serverMessages.notFound },
  conflict: { trpc: 'CONFLICT', status: 409, message: serverMessages.conflict },
  too_large: { trpc: 'PAYLOAD_TOO_LARGE', status: 413, message: serverMessages.bodyTooLarge },
  unsupported_type: { trpc: 'UNSUPPORTED_MEDIA_TYPE', status: 415, message: serverMessages.wrongContentType },
  too_many_requests: { trpc: 'TOO_MANY_REQUESTS', status: 429, message: serverMessages.tooManyTries(60) },
  unavailable: { trpc: 'SERVICE_UNAVAILABLE', status: 503, message: serverMessages.unavailable },
  internal: { trpc: 'INTERNAL_SERVER_ERROR', status: 500, message: serverMessages.unavailable },
} as const satisfies Record<string, { trpc: TRPC_ERROR_CODE_KEY; status: number; message: string }>

export type ErrorCode = keyof typeof CODES

/** The failure half of the envelope. */
export type ErrorBody = {
  status: 'error'
  error: string
  code: ErrorCode
  fields?: Record<string, string>
}

type Details = { fields?: Record<string, string>; retryAfter?: number; cause?: unknown }

/**
 * A refusal that a caller may read. Whatever else is thrown answers a fixed sentence and is logged.
 * `fields`: input name → sentence; `retryAfter`: seconds, for 429.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string = CODES[code].message, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return CODES[this.code].status
  }

  get trpcCode(): TRPC_ERROR_CODE_KEY {
    return CODES[this.code].trpc
  }
}

/** A refusal of one field of the input. */
export const fieldRefusal = (name: string, message: string): AppError =>
  new AppError('invalid_input', message, { fields: { [name]: message } })

/** The envelope a caller gets for a refusal. */
export const errorBody = (error: AppError): ErrorBody => ({
  status: 'error',
  error: error.message,
  code: error.code,
  ...(error.fields && { fields: error.fields }),
})
