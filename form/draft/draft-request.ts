import type { Values } from '#domain/catalogue/values'
import { parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { ApiError, readFailure } from '../calls/api-error.ts'
import { spokenLanguage } from '../language/spoken-language.ts'

/** What changed since the last save; '' forgets an answer. `revision` tells the server which of two came later. */
export type DraftPatch = { values: Values; secondSigner?: boolean; revision: number }

/** PUT /api/form/session/draft. @throws ApiError */
export async function saveDraft(token: string, patch: DraftPatch, signal: AbortSignal): Promise<void> {
  // By hand, as browsers that are three years old have no AbortSignal.any.
  const both = new AbortController()
  const stop = () => both.abort()
  const late = setTimeout(stop, LIMITS.callTimeoutMs)
  signal.addEventListener('abort', stop)
  try {
    const answer = await send(token, patch, { signal: both.signal })
    if (!answer.ok) throw readFailure(parseJson(await answer.text())) ?? new ApiError('', 'network')
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError('', 'network', {}, cause)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

/** Sends what a page that is being left or hidden still has; nobody is there any more to hear the answer. */
export function saveDraftOnLeaving(token: string, patch: DraftPatch): void {
  void send(token, patch, { keepalive: true }).catch(() => undefined)
}

/** Erases what the server has of a session: answers and files. Survives the page. @throws Error without a connection */
export async function discardDraft(token: string): Promise<void> {
  await call(token, { method: 'DELETE', keepalive: true })
}

const send = (token: string, patch: DraftPatch, options: RequestInit): Promise<Response> =>
  call(token, { method: 'PUT', body: JSON.stringify(patch), ...options })

/** Not through tRPC, as what leaves with the page must be a request of its own (`keepalive`). */
const call = (token: string, { body, ...options }: RequestInit): Promise<Response> =>
  fetch('/api/form/session/draft', {
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-form-session': token,
      'x-form-language': spokenLanguage.get(),
    },
    ...(body !== undefined && { body }),
    ...options,
  })
