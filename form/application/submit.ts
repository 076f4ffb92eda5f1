import { hasAnswer } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { readSigning } from '#domain/signing-draft'
import type { LocalizedText } from '#domain/messages/form'
import type { SessionState } from '../calls/api.ts'
import {
  ApiError,
  isConflict,
  isSessionExpired,
  isTooMany,
  isTransient,
  isUnanswered,
} from '../calls/api-error.ts'
import { failedFiles, hasFailed, isBusy } from '../uploads/files.ts'
import { tellFiles } from '../uploads/tell-files.ts'
import { discardSignatures, findProblems, refuseAnswers, shownValues } from './answers.ts'
import { noteChange, pauseDraft } from './draft.ts'
import type { Question, Turn } from './event.ts'
import type { NamedProblem } from './given-answers.ts'
import { forgetSent, tellReceived } from './received.ts'
import { endSession, leaveSubmit } from './session-end.ts'
import { heldToken, isResuming, type Failure, type Receipt, type Sending } from './state.ts'
import { toPayload } from './submit-payload.ts'
import { ask, emit, wait, needSession, set, setSending } from './turn.ts'

const TIMER = 'submit'

export function pressSubmit(turn: Turn): void {
  const { state } = turn
  if (state.submit.is !== 'idle') return
  if (isResuming(state)) return set(turn, { submit: { is: 'waiting', on: 'visit' }, failure: null })
  const problems = findProblems(state.form, state, turn.today)
  if (problems.length > 0) return refuse(turn, problems)
  if (hasFailed(state.uploads)) return failForFiles(turn)
  if (isBusy(state.uploads)) return set(turn, { submit: { is: 'waiting', on: 'files' }, failure: null })
  begin(turn)
}

export function endWaiting(turn: Turn): void {
  const { submit, uploads } = turn.state
  if (submit.is !== 'waiting') return
  if (submit.on === 'visit' ? isResuming(turn.state) : isBusy(uploads) && !hasFailed(uploads)) return
  set(turn, { submit: { is: 'idle' }, failure: null })
  // Applicants who learn that their application was received may not want to send another.
  if (submit.on === 'visit' && turn.state.previousVisit?.is === 'received')
    return void emit(turn, { do: 'revealTop' })
  pressSubmit(turn)
}

export function stopSubmit(turn: Turn): void {
  const { submit } = turn.state
  if (submit.is === 'waiting') return set(turn, { submit: { is: 'idle' }, failure: null })
  if (submit.is !== 'sending') return
  const stopped = new ApiError('', 'network')
  const error = submit.step === 'pausing' || submit.step === 'checking' ? submit.error : null
  end(turn, error ?? stopped, true)
}

function begin(turn: Turn): void {
  const { form, kept: stored } = turn.state
  const values = shownValues(form, turn.state)
  const signing = readSigning(turn.state.values)
  const kept = [...stored].filter((name) => Object.hasOwn(values, name))
  if (!hasAnswer(values) && kept.length === 0) emit(turn, { do: 'warnEmpty' })
  pauseDraft(turn)
  set(turn, {
    problems: {},
    summary: [],
    failure: null,
    submit: {
      is: 'sending',
      step: 'session',
      values,
      kept,
      signing,
      token: null,
      tried: null,
      since: turn.now,
      tries: 0,
      renewals: 0,
      turnedAway: false,
      arrivedAt: null,
      error: null,
    },
  })
  sendSubmit(turn)
}

export function sendSubmit(turn: Turn): void {
  const { submit, link } = turn.state
  if (submit.is !== 'sending' || submit.step !== 'session' || !link) return
  const token = submit.token ?? heldToken(turn.state)
  if (token === null) return needSession(turn)
  set(turn, { tried: new Set(turn.state.tried).add(token) })
  setSending(turn, { token, tried: token, arrivedAt: null })
  if (submit.turnedAway) {
    setSending(turn, { step: 'asking' })
    return ask(turn, 'retry', token)
  }
  post(turn, token)
}

function post(turn: Turn, token: string): void {
  const { submit, link } = turn.state
  if (submit.is !== 'sending' || !link) return
  setSending(turn, { step: 'posting' })
  emit(turn, {
    do: 'submit',
    payload: toPayload(submit, link, token, turn.state.externalId),
    company: link.company,
  })
}

/** Posts even if an earlier try arrived: the server accepts the same application again and refuses a changed one. */
export function retryAnswered(turn: Turn, { token }: Question, { submittedAt }: SessionState): void {
  const { submit } = turn.state
  if (submit.is !== 'sending' || submit.step !== 'asking') return
  setSending(turn, { arrivedAt: submittedAt, turnedAway: false })
  post(turn, token)
}

export function accepted(turn: Turn, receipt?: Receipt): void {
  const { submit } = turn.state
  if (submit.is !== 'sending' || submit.token === null) return
  set(turn, { submit: { is: 'sent' } })
  emit(turn, { do: 'tellHost', token: submit.token })
  if (receipt) emit(turn, { do: 'keepReceipt', receipt })
  forgetSent(turn)
  needSession(turn)
}

export function tryFailed(turn: Turn, error: ApiError): void {
  const { submit } = turn.state
  if (submit.is !== 'sending') return
  const { token, arrivedAt } = submit
  if (submit.step !== 'session' && token !== null) {
    if (arrivedAt !== null && !isTransient(error)) return tellReceived(turn, token, arrivedAt)
    if (isTooMany(error)) setSending(turn, { turnedAway: true })
    if (isSessionExpired(error)) {
      setSending(turn, { renewals: submit.renewals + 1 })
      if (submit.renewals === 0) return renew(turn, token)
    }
  }
  if (isTransient(error) || isTooMany(error)) return pause(turn, submit, error)
  if (submit.tried !== null && isConflict(error)) {
    setSending(turn, { step: 'checking', error })
    return ask(turn, 'conflict', submit.tried)
  }
  if (error.code === 'wording_changed') signAgain(turn)
  end(turn, error)
}

/** The company's wording has changed since it was signed. */
function signAgain(turn: Turn): void {
  const { answers, names } = discardSignatures(turn.state.form, turn.state)
  set(turn, answers)
  for (const name of names) noteChange(turn, name, '')
  emit(turn, { do: 'loadLink', slug: turn.state.slug })
}

function renew(turn: Turn, token: string): void {
  endSession(turn, token)
  setSending(turn, { step: 'session', token: null })
  sendSubmit(turn)
}

function pause(turn: Turn, { since, tries }: Sending, error: ApiError): void {
  const delays = LIMITS.retryDelaysMs
  const asked = isTooMany(error) ? error.retryAfterMs : null
  // Tries without any response end late: the applicant is told after a minute in any case.
  const usedUp = tries >= delays.length || turn.now - since >= LIMITS.submitTimeoutMs
  setSending(turn, { step: 'pausing', tries: tries + 1, error })
  set(turn, { failure: explainPause(error, usedUp) })
  const delay = delays[Math.min(tries, delays.length - 1)] ?? 0
  // Jitter spreads clients that lost the connection at the same time.
  if (asked === null) wait(turn, TIMER, delay * 0.8, { untilOnline: true, spread: 0.5 })
  else wait(turn, TIMER, asked, { spread: 0.2 })
}

export function onSubmitTimer(turn: Turn, timer: string): void {
  if (timer !== TIMER) return
  setSending(turn, { step: 'session' })
  sendSubmit(turn)
}

export function conflictAnswered(turn: Turn, submittedAt: string | null): void {
  const { submit } = turn.state
  if (submit.is !== 'sending' || submit.step !== 'checking') return
  if (submit.tried !== null && submittedAt !== null) return tellReceived(turn, submit.tried, submittedAt)
  end(turn, submit.error ?? new ApiError('', 'network'))
}

function end(turn: Turn, error: ApiError, isStopped = false): void {
  const { submit, form } = turn.state
  if (submit.is !== 'sending') return
  const { tried } = submit
  const problems = Object.entries(error.fields)
    .filter(([name]) => form.inputNames.has(name))
    .map(([name, said]) => ({ name, problem: { said } }))
  if (problems.length > 0) refuse(turn, problems)
  else fail(turn, explain(error), isTransient(error))
  // An aborted try may have arrived, and so may one before a proxy's error.
  if (tried !== null && (isStopped || isUnanswered(error))) ask(turn, 'stopped', tried)
}

function refuse(turn: Turn, problems: readonly NamedProblem[]): void {
  set(turn, { ...refuseAnswers(turn.state, problems), failure: null })
  leaveSubmit(turn)
}

function fail(turn: Turn, say: LocalizedText, stillHere = false): void {
  set(turn, { failure: { say, stillHere } })
  leaveSubmit(turn)
}

function failForFiles(turn: Turn): void {
  const names = failedFiles(turn.state.uploads)
    .map(({ name }) => name)
    .join(', ')
  set(turn, {
    failure: { say: ({ errors }) => errors.uploadsFailed(names), stillHere: false, ofFiles: true },
  })
  leaveSubmit(turn)
}

export function leaveFilesOut(turn: Turn): void {
  for (const { key } of failedFiles(turn.state.uploads)) tellFiles(turn, { type: 'fileRemoved', key })
  set(turn, { failure: null })
}

function explainPause(error: ApiError, usedUp: boolean): Failure | null {
  if (isTooMany(error)) return { say: explain(error), stillHere: false }
  return usedUp ? { say: ({ errors }) => errors.submitLater, stillHere: false } : null
}

const explain =
  (error: ApiError): LocalizedText =>
  ({ errors }) =>
    isTransient(error) ? errors.submitLater : error.message || errors.submit
