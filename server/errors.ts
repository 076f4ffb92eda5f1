import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { sentenceIn, type LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'

type Refusal = {
  trpc: TRPC_ERROR_CODE_KEY
  status: number
  sentence: LocalizedText
  retryAfter?: number
}

/** Maps each code to tRPC's code, the HTTP status and a default message. */
const CODES = {
  invalid_input: { trpc: 'BAD_REQUEST', status: 400, sentence: ({ invalidField }) => invalidField('input') },
  session_expired: { trpc: 'BAD_REQUEST', status: 400, sentence: ({ form }) => form.sessionExpired },
  unauthenticated: { trpc: 'UNAUTHORIZED', status: 401, sentence: serverMessages.signIn },
  otp_required: { trpc: 'UNAUTHORIZED', status: 401, sentence: serverMessages.account.otpRequired },
  forbidden: { trpc: 'FORBIDDEN', status: 403, sentence: serverMessages.accessDenied },
  password_change_required: {
    trpc: 'FORBIDDEN',
    status: 403,
    sentence: serverMessages.account.passwordChangeRequired,
  },
  password_needed: { trpc: 'FORBIDDEN', status: 403, sentence: serverMessages.account.passwordNeeded },
  otp_setup_required: { trpc: 'FORBIDDEN', status: 403, sentence: serverMessages.account.otpSetupRequired },
  not_found: { trpc: 'NOT_FOUND', status: 404, sentence: ({ notFound }) => notFound },
  stale: { trpc: 'CONFLICT', status: 409, sentence: serverMessages.stale },
  conflict: { trpc: 'CONFLICT', status: 409, sentence: ({ conflict }) => conflict },
  too_large: { trpc: 'PAYLOAD_TOO_LARGE', status: 413, sentence: ({ bodyTooLarge }) => bodyTooLarge },
  unsupported_type: {
    trpc: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    sentence: serverMessages.wrongContentType,
  },
  unprintable: { trpc: 'UNPROCESSABLE_CONTENT', status: 422, sentence: serverMessages.pdfCopyFailed },
  infected: { trpc: 'BAD_REQUEST', status: 400, sentence: ({ upload }) => upload.infected },
  too_many_requests: {
    trpc: 'TOO_MANY_REQUESTS',
    status: 429,
    sentence: ({ tooManyTries }) => tooManyTries(60),
    retryAfter: 60,
  },
  quota_exceeded: {
    trpc: 'TOO_MANY_REQUESTS',
    status: 429,
    sentence: ({ upload }) => upload.quotaExceeded,
    retryAfter: 3600,
  },
  storage_full: {
    trpc: 'SERVICE_UNAVAILABLE',
    status: 503,
    sentence: ({ upload }) => upload.storageFull,
    retryAfter: 300,
  },
  unavailable: {
    trpc: 'SERVICE_UNAVAILABLE',
    status: 503,
    sentence: ({ unavailable }) => unavailable,
    retryAfter: 5,
  },
  damaged_file: { trpc: 'INTERNAL_SERVER_ERROR', status: 500, sentence: serverMessages.storedFile.damaged },
  internal: { trpc: 'INTERNAL_SERVER_ERROR', status: 500, sentence: ({ unavailable }) => unavailable },
} as const satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof CODES

export type ErrorBody = {
  status: 'error'
  error: string
  code: ErrorCode
  fields?: Record<string, string>
  ticket?: string
}

type Fields = Readonly<Record<string, LocalizedText>>
type Details = { fields?: Fields; retryAfter?: number; ticket?: string; cause?: unknown }

/** An error that a caller may read; `message` is English, for the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly sentence: LocalizedText
  readonly fields: Fields | undefined
  readonly retryAfter: number | undefined
  readonly ticket: string | undefined

  constructor(code: ErrorCode, sentence: LocalizedText = CODES[code].sentence, details: Details = {}) {
    super(sentenceIn(DEFAULT_LANGUAGE, sentence), { cause: details.cause })
    const refusal: Refusal = CODES[code]
    this.code = code
    this.sentence = sentence
    this.fields = details.fields
    this.retryAfter = details.retryAfter ?? refusal.retryAfter
    this.ticket = details.ticket
  }

  get status(): number {
    return CODES[this.code].status
  }

  get trpcCode(): TRPC_ERROR_CODE_KEY {
    return CODES[this.code].trpc
  }
}

export const fieldError = (name: string, sentence: LocalizedText): AppError =>
  new AppError('invalid_input', sentence, { fields: { [name]: sentence } })

export function orNotFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('not_found')
  return row
}

export const errorBody = ({ code, sentence, fields, ticket }: AppError, language: Language): ErrorBody => ({
  status: 'error',
  error: sentenceIn(language, sentence),
  code,
  ...(fields && { fields: worded(fields, language) }),
  ...(ticket !== undefined && { ticket }),
})

const worded = (fields: Fields, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, sentenceIn(language, sentence)]))
