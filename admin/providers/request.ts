import { isRecord, parseJson } from '#domain/json'
import { envelopeError, isAbort, unreachable } from './api-error.ts'
import { bearer } from './token.ts'

/** @throws ApiError for every answer that is no success, and for no answer */
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
