import type { Values } from '#domain/catalogue/values'
import { parseJson } from '#domain/json'
import { ApiError, readFailure } from '../calls/api-error.ts'
import { send, type CallOptions } from '../calls/call.ts'

/** '' deletes an answer. The server ignores a save whose `revision` is lower than the stored one. */
export type DraftPatch = { values: Values; secondSigner?: boolean; revision: number }

export const saveDraft = (session: string, patch: DraftPatch, signal: AbortSignal): Promise<void> =>
  call({ method: 'PUT', body: JSON.stringify(patch) }, { session, signal })

export function saveDraftOnLeaving(session: string, patch: DraftPatch): void {
  void call({ method: 'PUT', body: JSON.stringify(patch), keepalive: true }, { session }).catch(
    () => undefined,
  )
}

export const discardDraft = (session: string): Promise<void> =>
  call({ method: 'DELETE', keepalive: true }, { session })

/** Uses `keepalive`, so that the request outlives the page. */
async function call(request: RequestInit, options: CallOptions): Promise<void> {
  const { response, text } = await send('/api/form/session/draft', request, options)
  if (!response.ok) throw readFailure(parseJson(text)) ?? new ApiError('', 'network')
}
