import { isRecord, textEntries, toText } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'

/** A call that failed, with a sentence for a person. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  /** The envelope's machine word. */
  readonly code: string
  /** Input name → sentence. */
  readonly fields: Record<string, string>
  /** Of `otp_required`: goes with the code of the second step. */
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

/** What to say of a failure for which there are words for a server that is out of reach, and for an unusable answer. */
export const failureSentence = (
  { status, code, message }: ApiError,
  words: { unreachable: string; unusable: string },
): string => (status === 0 ? words.unreachable : code === '' ? words.unusable : message)

/** Aborted requests are nobody's failure. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** The failure half of the envelope as an error, whatever actually came back. */
export function envelopeError(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.error !== 'string') {
    return new ApiError(status, panelMessages.failures.unexpected)
  }
  return new ApiError(status, body.error, toText(body.code), textEntries(body.fields), toText(body.ticket))
}
