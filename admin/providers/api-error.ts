import { isRecord, textEntries, toText } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'

/** A failed call, with a sentence to show. `status` is 0 where the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Input name → sentence. */
  readonly fields: Record<string, string>
  readonly ticket: string

  constructor(status: number, message: string, code = '', fields: Record<string, string> = {}, ticket = '') {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.ticket = ticket
  }
}

export const unreachable = (): ApiError => new ApiError(0, panelMessages.login.unreachable, 'unreachable')

export const failureSentence = (
  { status, code, message }: ApiError,
  words: { unreachable: string; unusable: string },
): string => (status === 0 ? words.unreachable : code === '' ? words.unusable : message)

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

export function envelopeError(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.error !== 'string') {
    return new ApiError(status, panelMessages.failures.unexpected)
  }
  return new ApiError(status, body.error, toText(body.code), textEntries(body.fields), toText(body.ticket))
}
