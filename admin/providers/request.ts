import { isRecord, parseJson, textEntries, toText } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'
import { bearer } from './token.ts'

/** @throws ApiError for errors, and if there is no answer */
export async function request(url: string, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers)
  for (const [name, value] of Object.entries(bearer())) headers.set(name, value)
  let response: Response
  try {
    response = await fetch(url, { ...options, headers })
  } catch (error) {
    throw isAbort(error) ? error : unreachable()
  }
  if (!response.ok) throw envelopeError(response.status, parseJson(await response.text().catch(() => '')))
  return response
}

export async function requestData(url: string, options: RequestInit = {}) {
  const response = await request(url, options)
  const body = await response.text()
  const envelope = parseJson(body)
  if (!isRecord(envelope) || envelope.status !== 'success') throw envelopeError(response.status, envelope)
  return { status: response.status, headers: response.headers, body, json: envelope.data }
}

/** `message` may be shown. `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Input name → sentence. */
  readonly fields: Record<string, string>
  readonly ticket: string
  /** Of the records that the error is about. */
  ids: readonly string[] = []

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
  const { error: message, code, fields, ticket, ids } = body
  const error = new ApiError(status, message, toText(code), textEntries(fields), toText(ticket))
  if (Array.isArray(ids)) error.ids = ids.map(toText)
  return error
}
