import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import { ApiError, isOutOfRoom, isTransient } from '../calls/api-error.ts'
import { pause } from '../calls/pause.ts'
import { UploadError } from './upload-request.ts'

type TriesOptions = {
  /** Ends it all. */
  signal: AbortSignal
  /** Can the file still be read? Browsers tell of one that cannot as of a dead network. */
  isReadable: () => Promise<boolean>
  /** Called before each wait, to say what is happening. */
  onWait: (reason: LocalizedText) => void
}

/** The file cannot be read any more: it has to be chosen again. */
export class UnreadableFile extends Error {}

/**
 * Sends one file until it is there or refused, or until enough tries came to nothing; then throws what the last one
 * threw. Offline and when the server asks to be left alone it waits without counting tries.
 *
 * @throws UnreadableFile, ApiError
 */
export async function sendUntilStored<T>(send: () => Promise<T>, options: TriesOptions): Promise<T> {
  const { signal, isReadable, onWait } = options
  const delays = LIMITS.uploadRetryDelaysMs
  for (let tries = 0; ;) {
    try {
      return await send()
    } catch (error) {
      const offline = !navigator.onLine
      const asked = askedToWait(error)
      const delay = asked ?? (offline ? LIMITS.offlineRetryMs : delays[tries])
      if (signal.aborted || !(asked !== null || isTransient(error)) || delay === undefined) throw error
      if (asked === null && !(await isReadable())) throw new UnreadableFile()
      if (signal.aborted) throw error
      onWait(reasonFor(offline, asked !== null))
      // A little chance in it, so that a crowd cut off together does not come back together.
      await pause(delay * (1 + Math.random() * 0.2), { signal, untilOnline: asked === null })
      if (signal.aborted) throw error
      if (offline) tries = 0
      else if (asked === null) tries++
    }
  }
}

/** How long the server asked to be left alone, in milliseconds; null when it did not. */
function askedToWait(error: unknown): number | null {
  // An applicant who submits waits for uploads under way: these fail, so that the file can be removed first.
  if (isOutOfRoom(error)) return null
  if (error instanceof UploadError && error.retryAfterMs !== null) return error.retryAfterMs
  const busy = error instanceof ApiError && error.code === 'too_many_requests'
  return busy ? LIMITS.offlineRetryMs : null
}

function reasonFor(offline: boolean, asked: boolean): LocalizedText {
  if (offline) return ({ uploads }) => uploads.offline
  return ({ uploads }) => (asked ? uploads.tooBusy : uploads.retrying)
}

/** What a row says of an upload that failed for good. */
export function failureText(error: unknown): LocalizedText {
  if (error instanceof UnreadableFile) return ({ uploads }) => uploads.unreadable
  const said = error instanceof Error ? error.message : ''
  return ({ errors }) => said || errors.upload
}
