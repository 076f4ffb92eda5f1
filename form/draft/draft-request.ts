import type { Values } from '#domain/catalogue/values'
import { parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { ApiError, readFailure } from '../calls/api-error.ts'
import { deadline } from '../calls/deadline.ts'
import { spokenLanguage } from '../language/spoken-language.ts'

/** What changed since the last save; '' forgets an answer. `revision` tells the server which of two came later. */
export type DraftPatch = { values: Values; secondSigner?: boolean; revision: number }

/** PUT /api/form/session/draft. @throws ApiError */
export async function saveDraft(token: string, patch: DraftPatch, signal: AbortSignal): Promise<void> {
  const cut = deadline(LIMITS.callTimeoutMs, signal)
  try {
    const answer = await send(token, patch, { signal: cut.signal })
    await refusalIn(answer)
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError('', 'network', {}, cause)
  } finally {
    cut.over()
  }
}

/** Sends what a page that is being left or hidden still has; nobody is there any more to hear the answer. */
export function saveDraftOnLeaving(token: string, patch: DraftPatch): void {
  void send(token, patch, { keepalive: true }).catch(() => undefined)
}

/**
 * Erases what the server has of a session: answers and files. Survives the page.
 *
 * @throws ApiError, conflict where its application is in; Error without a connection
 */
export async function discardDraft(token: string): Promise<void> {
  await refusalIn(await call(token, { method: 'DELETE', keepalive: true }))
}

/** @throws ApiError where the answer is one */
async function refusalIn(answer: Response): Promise<void> {
  if (!answer.ok) throw readFailure(parseJson(await answer.text())) ?? new ApiError('', 'network')
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
