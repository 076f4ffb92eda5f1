import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { sentenceIn, type LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { webhookServerMessages } from '#domain/messages/server-webhook'

const TRPC_CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<number, TRPC_ERROR_CODE_KEY>

type Kind = { status: keyof typeof TRPC_CODES; sentence: LocalizedText; retryAfter?: number }

const CODES = {
  invalid_input: { status: 400, sentence: ({ invalidField }) => invalidField('input') },
  events_expired: { status: 400, sentence: webhookServerMessages.unknownEvent },
  session_expired: { status: 400, sentence: ({ form }) => form.sessionExpired },
  unauthenticated: { status: 401, sentence: serverMessages.signIn },
  otp_required: { status: 401, sentence: serverMessages.account.otpRequired },
  forbidden: { status: 403, sentence: serverMessages.accessDenied },
  password_change_required: { status: 403, sentence: serverMessages.account.passwordChangeRequired },
  password_needed: { status: 403, sentence: serverMessages.account.passwordNeeded },
  code_needed: { status: 403, sentence: serverMessages.package.codeNeeded },
  otp_setup_required: { status: 403, sentence: serverMessages.account.otpSetupRequired },
  link_ended: { status: 404, sentence: ({ application }) => application.linkEnded },
  not_found: { status: 404, sentence: ({ notFound }) => notFound },
  method_not_allowed: { status: 405, sentence: ({ badRequest }) => badRequest },
  stale: { status: 409, sentence: serverMessages.stale },
  precondition_failed: { status: 412, sentence: serverMessages.stale },
  wording_changed: { status: 409, sentence: ({ form }) => form.wordingChanged },
  conflict: { status: 409, sentence: ({ conflict }) => conflict },
  sent_recently: { status: 409, sentence: serverMessages.package.sentRecently },
  cannot_mark: { status: 409, sentence: serverMessages.package.cannotMark },
  in_progress: { status: 409, sentence: serverMessages.idempotency.inProgress, retryAfter: 2 },
  idempotency_conflict: { status: 422, sentence: serverMessages.idempotency.otherBody },
  too_large: { status: 413, sentence: ({ bodyTooLarge }) => bodyTooLarge },
  unsupported_type: { status: 415, sentence: serverMessages.wrongContentType },
  range_not_satisfiable: { status: 416, sentence: serverMessages.rangeNotSatisfiable },
  unprintable: { status: 422, sentence: serverMessages.pdfCopyFailed },
  infected: { status: 400, sentence: ({ upload }) => upload.infected },
  too_many_requests: { status: 429, sentence: ({ tooManyTries }) => tooManyTries(60), retryAfter: 60 },
  quota_exceeded: { status: 429, sentence: ({ upload }) => upload.quotaExceeded, retryAfter: 3600 },
  storage_full: { status: 503, sentence: ({ upload }) => upload.storageFull, retryAfter: 300 },
  unavailable: { status: 503, sentence: ({ unavailable }) => unavailable, retryAfter: 5 },
  damaged_file: { status: 500, sentence: serverMessages.storedFile.damaged },
  internal: { status: 500, sentence: ({ unavailable }) => unavailable },
} as const satisfies Record<string, Kind>

export type ErrorCode = keyof typeof CODES

/** Code → HTTP status */
export const ERROR_CODES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(CODES).map(([code, { status }]) => [code, status]),
)

export type ErrorBody = {
  status: 'error'
  error: string
  code: ErrorCode
  fields?: Record<string, string>
  ticket?: string
  ids?: readonly string[]
}

type Fields = Readonly<Record<string, LocalizedText>>
type Details = {
  fields?: Fields
  retryAfter?: number
  ticket?: string
  ids?: readonly string[]
  cause?: unknown
}

/** An error that a caller may read; `message` is English, for the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly sentence: LocalizedText
  readonly fields: Fields | undefined
  readonly retryAfter: number | undefined
  readonly ticket: string | undefined
  /** of the records that the error is about */
  readonly ids: readonly string[] | undefined

  constructor(code: ErrorCode, sentence: LocalizedText = CODES[code].sentence, details: Details = {}) {
    super(sentenceIn(DEFAULT_LANGUAGE, sentence), { cause: details.cause })
    const { retryAfter }: Kind = CODES[code]
    this.code = code
    this.sentence = sentence
    this.fields = details.fields
    this.retryAfter = details.retryAfter ?? retryAfter
    this.ticket = details.ticket
    this.ids = details.ids
  }

  get status(): number {
    return CODES[this.code].status
  }

  get trpcCode(): TRPC_ERROR_CODE_KEY {
    return TRPC_CODES[CODES[this.code].status]
  }
}

export const fieldError = (name: string, sentence: LocalizedText): AppError =>
  new AppError('invalid_input', sentence, { fields: { [name]: sentence } })

export function orNotFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('not_found')
  return row
}

export const errorBody = (
  { code, sentence, fields, ticket, ids }: AppError,
  language: Language,
): ErrorBody => ({
  status: 'error',
  error: sentenceIn(language, sentence),
  code,
  ...(fields && { fields: worded(fields, language) }),
  ...(ticket !== undefined && { ticket }),
  ...(ids && { ids }),
})

const worded = (fields: Fields, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, sentenceIn(language, sentence)]))
