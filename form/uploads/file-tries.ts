import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import { isConflict, isSessionExpired, isTooMany, isTransient, type ApiError } from '../calls/api-error.ts'
import { change, fileTimer, find, type FileTurn } from './file-turn.ts'
import type { FileNews } from './files.ts'
import { isUnderWay, type UploadItem } from './upload-item.ts'

export function retry(turn: FileTurn, key: string): void {
  const item = find(turn, key)
  if (item?.state === 'failed' && item.retryable)
    change(turn, key, { state: 'waiting', progress: 0, error: null, closed: false, awaitsNetwork: false })
}

export function startWaiting(turn: FileTurn): void {
  const busy = turn.files.items.filter(isUnderWay).length
  const next = turn.files.items
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, LIMITS.uploadsAtOnce - busy))
  for (const { key } of next) {
    change(turn, key, { state: 'uploading', progress: 0, tries: 0 })
    beginTry(turn, key)
  }
}

export function beginTry(turn: FileTurn, key: string): void {
  change(turn, key, { step: 'session', renewed: false })
  send(turn, key)
}

export function send(turn: FileTurn, key: string): void {
  const { token, companyId } = turn.context
  const item = find(turn, key)
  if (!item?.file || token === null) return
  const { file, description } = item
  change(turn, key, { step: 'sending', sentUnder: token })
  turn.effects.push({ do: 'sendFile', key, file, token, companyId, description })
}

export function failed(turn: FileTurn, event: FileNews & { type: 'fileFailed' }): void {
  const { key, token, error, readable } = event
  const item = find(turn, key)
  if (item?.step !== 'sending') return
  // If the session was submitted and replaced, the file belongs to the next application.
  const another = isSessionExpired(error) || (isConflict(error) && turn.context.token !== token)
  if (!another || item.renewed) return endTry(turn, item, error, readable)
  change(turn, key, { step: 'session', renewed: true })
  send(turn, key)
}

/** Waits that the server asked for and waits offline don't count as tries. */
export function endTry(
  turn: FileTurn,
  { key, tries, sentUnder }: UploadItem,
  error: ApiError,
  readable: boolean,
): void {
  const offline = !turn.context.online
  const asked = readWait(error)
  const delay = asked ?? (offline ? LIMITS.offlineRetryMs : LIMITS.uploadRetryDelaysMs[tries])
  const again = (asked !== null || isTransient(error)) && delay !== undefined
  if (again && (asked !== null || readable)) {
    const counted = asked === null ? tries + 1 : tries
    const reason = explainWait(offline, asked !== null)
    change(turn, key, {
      state: 'retrying',
      step: 'pausing',
      progress: 0,
      reason,
      tries: offline ? 0 : counted,
    })
    turn.effects.push({
      do: 'wait',
      timer: fileTimer(key),
      milliseconds: delay,
      untilOnline: asked === null,
      spread: 0.2,
    })
    return
  }
  // Browsers report an unreadable file as a network error.
  const unreadable = again && !readable
  const transient = isTransient(error) && !unreadable
  change(turn, key, {
    state: 'failed',
    step: null,
    sentUnder: unreadable || transient ? sentUnder : null,
    closed: isConflict(error),
    awaitsNetwork: transient,
    error: unreadable ? ({ uploads }) => uploads.unreadable : ({ errors }) => error.message || errors.upload,
    retryable: !unreadable && !isOneOf(error, 'unsupported_type', 'too_large', 'infected', 'invalid_input'),
  })
  if (isOneOf(error, 'storage_full'))
    turn.effects.push({
      do: 'wait',
      timer: fileTimer(key),
      milliseconds: LIMITS.storageFullRetryMs,
    })
}

function readWait(error: ApiError): number | null {
  // Fails, as a submit waits for retries; the applicant can then remove the file.
  if (isOneOf(error, 'storage_full', 'quota_exceeded')) return null
  return error.retryAfterMs ?? (isTooMany(error) ? LIMITS.offlineRetryMs : null)
}

function explainWait(offline: boolean, asked: boolean): LocalizedText {
  if (offline) return ({ uploads }) => uploads.offline
  return ({ uploads }) => (asked ? uploads.tooBusy : uploads.retrying)
}

const isOneOf = ({ code }: ApiError, ...codes: string[]): boolean => codes.includes(code)
