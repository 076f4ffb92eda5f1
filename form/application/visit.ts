import { type Values, isShown } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import type { SessionState } from '../calls/api.ts'
import { isConflict, isSessionExpired, isUnanswered, type ApiError } from '../calls/api-error.ts'
import { onFileEvent, tellFiles } from '../uploads/tell-files.ts'
import { changeAnswer, restoreDraft } from './answers.ts'
import { resetDraft, saveAll } from './draft.ts'
import type { Turn } from './event.ts'
import { noAnswers } from './given-answers.ts'
import { whereStopped } from './progress.ts'
import { forgetOnSharedDevice, forgetSent, keepReceipt } from './received.ts'
import { heldToken, hasBegun, isResuming, type Earlier, type LoadedLink, type LoadFailure } from './state.ts'
import { ask, emit, forgetSession, wait, needSession, set, setDraft } from './turn.ts'
import { findProblem } from '#domain/catalogue/validate'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'

const ASK_AGAIN = 'visit'
const PATIENCE = 'patience'

export function openPage(turn: Turn): void {
  const { page, visit, link, slug } = turn.state
  if (visit.is !== 'new' || page.is === 'failed') return
  forgetOnSharedDevice(turn)
  const token = heldToken(turn.state)
  if (token === null) {
    set(turn, { visit: { is: 'settled' } })
    needSession(turn)
  } else {
    set(turn, { visit: { is: 'asked', token } })
    ask(turn, 'visit', token)
  }
  if (link === null) emit(turn, { do: 'loadLink', slug })
}

export function linkLoaded(turn: Turn, { link, form }: LoadedLink): void {
  // After a change of the company's wording only the link is loaded; the answers stay.
  if (turn.state.page.is === 'form') return set(turn, { link })
  const { receipt, marked, page } = turn.state
  set(turn, {
    link,
    form,
    ...noAnswers(form, turn.state.narrow),
    page: receipt && !marked ? { is: 'receipt' } : page,
  })
  forgetOnSharedDevice(turn)
}

export function failPage(turn: Turn, why: LoadFailure): void {
  if (turn.state.page.is !== 'form') set(turn, { page: { is: 'failed', why } })
}

/** A closed link opens no session and shows no form. Other failures matter once a session is needed. */
export function sessionRefused(turn: Turn, error: ApiError): void {
  const { page, visit } = turn.state
  const needed = page.is === 'loading' && (page.needsSession || visit.is === 'renewing')
  if (needed && isConflict(error)) failPage(turn, { say: () => error.message, again: false })
  if (visit.is === 'renewing') settle(turn, visit.hadWork && !isConflict(error) ? { is: 'ended' } : null)
}

export function sessionRenewed(turn: Turn): void {
  const { visit } = turn.state
  if (visit.is === 'renewing') settle(turn, visit.hadWork ? { is: 'ended' } : null)
}

export function visitTold(turn: Turn, held: SessionState): void {
  if (turn.state.visit.is !== 'asked') return
  const at = held.submittedAt
  if (at !== null) keepReceipt(turn, held.receiptToken, at)
  settle(turn, at === null ? { is: 'open', held } : { is: 'received', at })
}

/** Repeats until the server answers; without the kept answers, the page would overwrite them with blanks. */
export function visitFailed(turn: Turn, error: ApiError): void {
  const { visit } = turn.state
  if (visit.is !== 'asked') return
  if (isSessionExpired(error)) return renewVisit(turn, visit.token)
  if (!isUnanswered(error)) return settle(turn, null)
  set(turn, { visit: { is: 'offline', token: visit.token } })
  wait(turn, ASK_AGAIN, LIMITS.offlineRetryMs, { untilOnline: true })
}

function renewVisit(turn: Turn, token: string): void {
  set(turn, { visit: { is: 'renewing', hadWork: turn.state.marked } })
  if (heldToken(turn.state) === token) forgetSession(turn)
  if (heldToken(turn.state) !== null) return sessionRenewed(turn)
  needSession(turn)
}

export function onVisitTimer(turn: Turn, timer: string): void {
  const { visit, page } = turn.state
  if (timer === ASK_AGAIN && visit.is === 'offline') {
    set(turn, { visit: { is: 'asked', token: visit.token } })
    ask(turn, 'visit', visit.token)
  }
  if (timer === PATIENCE && page.is === 'loading') show(turn, 'form')
}

function settle(turn: Turn, earlier: Earlier | null): void {
  const shown = turn.state.page.is !== 'loading'
  set(turn, { visit: shown || !earlier ? { is: 'settled' } : { is: 'known', earlier } })
  if (shown && earlier) restore(turn, earlier)
}

/** Waits for the earlier visit only for a few seconds. */
export function showPage(turn: Turn): void {
  const { page, link, session, visit } = turn.state
  if (page.is !== 'loading' || !link || (page.needsSession && session.is === 'asked')) return
  if (visit.is === 'known') {
    const { earlier } = visit
    set(turn, { visit: { is: 'settled' } })
    restore(turn, earlier)
    return show(turn, turn.state.receipt && !hasBegun(turn.state) ? 'receipt' : 'form')
  }
  if (visit.is === 'settled') return show(turn, 'form')
  if (page.patient) return
  set(turn, { page: { ...page, patient: true } })
  wait(turn, PATIENCE, LIMITS.resumeWaitMs)
}

function show(turn: Turn, is: 'receipt' | 'form'): void {
  set(turn, { page: { is } })
  // Early, so that the first save doesn't wait for it.
  needSession(turn)
}

function restore(turn: Turn, earlier: Earlier): void {
  const { state } = turn
  if (earlier.is === 'open') {
    const { draft, files } = earlier.held
    if (draft) {
      set(turn, { ...restoreDraft(state, state.form, draft), resumed: true })
      setDraft(turn, { revision: Math.max(state.draft.revision, draft.revision) })
    }
    if (files.length > 0) onFileEvent(turn, { type: 'filesRestored', stored: files })
    if (state.begun || (!draft && files.length === 0)) return
    const step = whereStopped(turn)
    set(turn, { place: { ...turn.state.place, step, stopped: step } })
    return
  }
  set(turn, { previousVisit: earlier, receivedAt: null })
  if (earlier.is === 'ended') return
  const token = heldToken(state)
  if (token !== null) emit(turn, { do: 'tellHost', token })
  // Answers typed meanwhile belong to another application.
  forgetSent(turn)
  resetDraft(turn)
  tellFiles(turn, { type: 'sessionReplaced' })
  if (!state.begun) return
  saveAll(turn)
  emit(turn, { do: 'revealTop' })
}

export function offerPrefill(turn: Turn, { externalId, ...offered }: Values): void {
  if (externalId) set(turn, { externalId })
  if (Object.keys(offered).length > 0) set(turn, { offered })
}

/** Prefill never replaces an earlier visit's answers, and is saved only after the applicant's first action. */
export function takePrefill(turn: Turn): void {
  const { offered, form } = turn.state
  if (!offered || turn.state.page.is !== 'form' || isResuming(turn.state)) return
  set(turn, { offered: null })
  if (turn.state.resumed || turn.state.begun) return
  const { today } = turn
  const prefilled = usablePrefill(form, offered, turn.state.values, today)
  set(turn, { prefilled })
  for (const [name, value] of Object.entries(prefilled))
    set(turn, changeAnswer(turn.state, form, { name, value, today }))
}

function usablePrefill(form: VisibleForm, offered: Values, values: Values, today: string): Values {
  let taken: Values = {}
  for (const input of form.sections.flatMap(({ groups }) => groups.flatMap(({ inputs }) => inputs))) {
    const { name, kind, defaultValue } = input
    const text = getOwn(offered, name)?.trim()
    const answer = getOwn(values, name) ?? ''
    if (
      !text ||
      kind === 'signature' ||
      name.startsWith('signer') ||
      (answer.trim() !== '' && answer !== defaultValue)
    )
      continue
    const after = { ...values, ...taken, [name]: text }
    if (isShown(input, after) && findProblem(input, after, today) === null) taken = { ...taken, [name]: text }
  }
  return taken
}
