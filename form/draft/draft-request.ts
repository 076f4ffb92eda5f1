import type { Values } from '#domain/catalogue/values'
import { parseJson } from '#domain/json'
import { ApiError, readFailure } from '../calls/api-error.ts'
import { send, type CallOptions } from '../calls/call.ts'

/** What changed since the last save; '' forgets an answer. `revision` tells the server which of two came later. */
export type DraftPatch = { values: Values; secondSigner?: boolean; revision: number }

export const saveDraft = (session: string, patch: DraftPatch, signal: AbortSignal): Promise<void> =>
  call({ method: 'PUT', body: JSON.stringify(patch) }, { session, signal })

/** Sends the changes of a page that is being left or hidden, which doesn't receive the answer. */
export function saveDraftOnLeaving(session: string, patch: DraftPatch): void {
  void call({ method: 'PUT', body: JSON.stringify(patch), keepalive: true }, { session }).catch(
    () => undefined,
  )
}

/**
 * Erases what the server has of a session: answers and files. Survives the page.
 *
 * @throws ApiError, conflict if its application is in
 */
export const discardDraft = (session: string): Promise<void> =>
  call({ method: 'DELETE', keepalive: true }, { session })

/** Not through tRPC, as a request that leaves with the page must be one of its own (`keepalive`). */
async function call(request: RequestInit, options: CallOptions): Promise<void> {
  const { response, text } = await send('/api/form/session/draft', request, options)
  if (!response.ok) throw readFailure(parseJson(text)) ?? new ApiError('', 'network')
}
