import { LIMITS } from '#domain/limits'
import { isConflict, isSessionExpired, type ApiError } from '../calls/api-error.ts'
import type { DraftPatch } from '../draft/draft-request.ts'
import { givenValues } from './answers.ts'
import type { Turn } from './event.ts'
import { heldToken, emptyDraft, hasWork, isFilling, type DraftCall, type State } from './state.ts'
import { ask, emit, wait, markBegun, needSession, set, setDraft } from './turn.ts'

const TIMER = 'draft'

const isHeldBack = (state: State): boolean => state.draft.is === 'lost' || !isFilling(state)

export function noteChange(turn: Turn, name: string, value: string): void {
  const { unsaved, refused } = turn.state.draft
  const others = [...refused].filter((each) => each !== name)
  setDraft(turn, { unsaved: new Map(unsaved).set(name, value), refused: new Set(others) })
  scheduleSave(turn)
}

export function noteSecondSigner(turn: Turn, present: boolean): void {
  setDraft(turn, { secondSigner: present })
  scheduleSave(turn)
}

export function saveAll(turn: Turn): void {
  const { form, draft, secondSigner } = turn.state
  const unsaved = new Map([...draft.unsaved, ...Object.entries(givenValues(form, turn.state))])
  setDraft(turn, { unsaved, secondSigner: secondSigner ?? undefined })
  scheduleSave(turn)
}

export function scheduleSave(turn: Turn): void {
  const { draft } = turn.state
  if (!hasWork(draft) || isHeldBack(turn.state) || draft.call) return
  if (draft.failures > 0 && draft.isTimed) return
  const { now } = turn
  const waitingSince = draft.waitingSince ?? now
  setDraft(turn, { waitingSince })
  const rest = Math.max(0, LIMITS.draftMaxDelayMs - (now - waitingSince))
  setTimer(turn, Math.min(LIMITS.draftDelayMs, rest))
}

export function flushDraft(turn: Turn): void {
  const { isTimed, failures } = turn.state.draft
  if (isTimed && failures === 0) save(turn)
}

export function onDraftTimer(turn: Turn, timer: string): void {
  if (timer !== TIMER) return
  setDraft(turn, { isTimed: false })
  save(turn)
}

export function saveOnline(turn: Turn): void {
  if (turn.state.draft.failures > 0) save(turn)
}

/** Drawings exceed the 64 kB that `keepalive` allows; they were saved when their strokes ended. */
export function saveOnLeaving(turn: Turn): void {
  const { draft } = turn.state
  if (isHeldBack(turn.state) || !hasWork(draft)) return
  const short = [...draft.unsaved].filter(([, value]) => value.length <= LIMITS.draftTextLength)
  const patch = toPatch(turn, { values: new Map(short), secondSigner: draft.secondSigner })
  const token = heldToken(turn.state)
  if (token === null) return
  emit(turn, { do: 'saveDraftOnLeaving', token, patch })
  markBegun(turn, token)
}

export function pauseDraft(turn: Turn): void {
  stop(turn)
  if (turn.state.draft.is === 'saving') setDraft(turn, { is: 'idle' })
}

export function resetDraft(turn: Turn): void {
  stop(turn)
  set(turn, { draft: emptyDraft(turn.state.lasts, turn.state.draft.revision) })
}

function stop(turn: Turn): void {
  const { isTimed, call } = turn.state.draft
  if (isTimed) emit(turn, { do: 'stopWaiting', timer: TIMER })
  if (call) emit(turn, { do: 'cut', call: 'draft' })
  setDraft(turn, { isTimed: false, call: null })
}

function setTimer(turn: Turn, milliseconds: number): void {
  setDraft(turn, { isTimed: true })
  wait(turn, TIMER, milliseconds)
}

function save(turn: Turn): void {
  const { draft } = turn.state
  if (draft.call || isHeldBack(turn.state) || !hasWork(draft)) return
  if (draft.isTimed) emit(turn, { do: 'stopWaiting', timer: TIMER })
  const { unsaved: values, secondSigner, failures } = draft
  setDraft(turn, {
    is: failures === 0 ? 'saving' : draft.is,
    isTimed: false,
    waitingSince: null,
    call: { values, secondSigner, token: null, renewed: false, looking: false },
  })
  sendDraft(turn)
}

export function sendDraft(turn: Turn): void {
  const { call } = turn.state.draft
  if (call?.token !== null) return
  const token = heldToken(turn.state)
  if (token === null) return needSession(turn)
  setDraft(turn, { call: { ...call, token } })
  emit(turn, { do: 'saveDraft', token, patch: toPatch(turn, call) })
}

function toPatch(
  turn: Turn,
  { values, secondSigner }: Pick<DraftCall, 'values' | 'secondSigner'>,
): DraftPatch {
  // Increases with every save, even if the clock goes back.
  const revision = Math.max(turn.now, turn.state.draft.revision + 1)
  setDraft(turn, { revision })
  const patch: DraftPatch = { values: Object.fromEntries(values), revision }
  return secondSigner === undefined ? patch : { ...patch, secondSigner }
}

export function draftSaved(turn: Turn): void {
  const { draft } = turn.state
  const { call } = draft
  if (!call?.token) return
  markBegun(turn, call.token)
  setDraft(turn, {
    is: 'saved',
    call: null,
    failures: 0,
    unsaved: new Map([...draft.unsaved].filter(([name, value]) => call.values.get(name) !== value)),
    secondSigner: draft.secondSigner === call.secondSigner ? undefined : draft.secondSigner,
  })
  scheduleSave(turn)
}

export function draftFailed(turn: Turn, error: ApiError): void {
  const { call } = turn.state.draft
  if (!call) return
  const { token } = call
  if (token !== null && isSessionExpired(error) && !call.renewed) {
    const { form, secondSigner } = turn.state
    const values = new Map([...call.values, ...Object.entries(givenValues(form, turn.state))])
    const renewed = { values, secondSigner: secondSigner ?? undefined, token: null, renewed: true }
    setDraft(turn, { call: { ...call, ...renewed } })
    return sendDraft(turn)
  }
  if (token !== null && isConflict(error) && !call.looking) {
    setDraft(turn, { call: { ...call, looking: true } })
    return ask(turn, 'draft', token)
  }
  if (isSessionExpired(error) || isConflict(error)) return loseDraft(turn)
  const refused = Object.keys(error.fields).filter((name) => call.values.has(name))
  setDraft(turn, { call: null })
  if (refused.length > 0) return refuseValues(turn, refused, call)
  const failures = turn.state.draft.failures + 1
  setDraft(turn, { is: 'offline', failures })
  setTimer(turn, Math.min(LIMITS.draftDelayMs * 2 ** failures, LIMITS.draftRetryMaxMs))
}

export function draftLooked(turn: Turn): void {
  if (turn.state.draft.call?.looking) loseDraft(turn)
}

function loseDraft(turn: Turn): void {
  stop(turn)
  setDraft(turn, { is: 'lost' })
}

/** Keeps refused answers on the page and saves the others. */
function refuseValues(turn: Turn, names: readonly string[], { values }: DraftCall): void {
  const unsaved = new Map(turn.state.draft.unsaved)
  const refused = new Set(turn.state.draft.refused)
  for (const name of names) {
    if (unsaved.get(name) !== values.get(name)) continue
    unsaved.delete(name)
    refused.add(name)
  }
  setDraft(turn, { is: 'idle', unsaved, refused })
  scheduleSave(turn)
}
