import { isSessionExpired, type ApiError } from '../calls/api-error.ts'
import { forgetFiles, onFileEvent, onPartTimer, tellFiles } from '../uploads/tell-files.ts'
import { changeAnswer, findProblems, leaveField, setSecondSigner, toRecord, unfoldGiven } from './answers.ts'
import {
  draftFailed,
  draftLooked,
  draftSaved,
  flushDraft,
  noteChange,
  noteSecondSigner,
  onDraftTimer,
  resetDraft,
  saveOnLeaving,
  saveOnline,
  sendDraft,
} from './draft.ts'
import type { Effect, Event, Moment, Turn } from './event.ts'
import { foldGroup, noAnswers } from './given-answers.ts'
import { movePlace, sectionOf, START, type PlaceEvent } from './place.ts'
import { updateOverview } from './progress.ts'
import { forgetReceipt, leaveReceipt, lookedBack, lookedForReceipt, openReceipt } from './received.ts'
import { endSession } from './session-end.ts'
import { heldToken, isFilling, startState, type State } from './state.ts'
import {
  accepted,
  conflictAnswered,
  endWaiting,
  leaveFilesOut,
  onSubmitTimer,
  pressSubmit,
  retryAnswered,
  sendSubmit,
  stopSubmit,
  tryFailed,
} from './submit.ts'
import { ask, emit, forgetSession, markBegun, set } from './turn.ts'
import {
  failPage,
  linkLoaded,
  offerPrefill,
  onVisitTimer,
  openPage,
  sessionRefused,
  sessionRenewed,
  showPage,
  takePrefill,
  visitFailed,
  visitTold,
} from './visit.ts'

export function reduce(
  state: State,
  event: Event,
  moment: Moment,
): { state: State; effects: readonly Effect[] } {
  const turn: Turn = { ...moment, state, effects: [] }
  handle(turn, event)
  showPage(turn)
  takePrefill(turn)
  endWaiting(turn)
  updateOverview(turn, state)
  return { state: turn.state, effects: turn.effects }
}

function handle(turn: Turn, event: Event): void {
  const { form } = turn.state
  const { today } = turn
  switch (event.type) {
    case 'opened':
      return openPage(turn)
    case 'reopened':
      set(turn, startState(event.start))
      return openPage(turn)
    case 'linkLoaded':
      return linkLoaded(turn, event.loaded)
    case 'linkFailed':
      return failPage(turn, event.why)
    case 'receiptOpened':
      return openReceipt(turn)
    case 'receiptLeft':
      return leaveReceipt(turn)
    case 'receiptForgotten':
      return forgetReceipt(turn)
    case 'begun':
      return begin(turn)
    case 'changed':
      begin(turn)
      set(turn, changeAnswer(turn.state, form, { ...event, today }))
      noteChange(turn, event.name, event.value)
      if (event.whole) flushDraft(turn)
      return
    case 'left':
      set(turn, leaveField(turn.state, form, { ...event, today }))
      return flushDraft(turn)
    case 'secondSignerSet':
      begin(turn)
      set(turn, setSecondSigner(turn.state, form, event.present))
      return noteSecondSigner(turn, event.present)
    case 'groupFolded':
      set(turn, { folded: foldGroup(turn.state.folded, event) })
      return set(turn, unfoldGiven(form, turn.state))
    case 'prefillOffered':
      return offerPrefill(turn, event.values)
    case 'sectionOpened':
    case 'fieldSought':
    case 'sectionsShown':
      return move(turn, event)
    case 'sectionChecked':
      return checkSection(turn, event.key)
    case 'submitPressed':
      return pressSubmit(turn)
    case 'stopPressed':
      return stopSubmit(turn)
    case 'filesLeftOut':
      return leaveFilesOut(turn)
    case 'startedOver':
      return startOver(turn)
    case 'pageHidden':
      return saveOnLeaving(turn)
    case 'online':
      saveOnline(turn)
      return tellFiles(turn, event)
    case 'timeUp':
      for (const on of [onVisitTimer, onDraftTimer, onSubmitTimer, onPartTimer]) on(turn, event.timer)
      return tellFiles(turn, event)
    case 'sessionTaken':
      if (turn.state.session.is !== 'asked') return
      set(turn, { session: { is: 'held', token: event.token } })
      sessionRenewed(turn)
      sendDraft(turn)
      sendSubmit(turn)
      return tellFiles(turn, { type: 'sessionTaken' })
    case 'sessionFailed':
      if (turn.state.session.is !== 'asked') return
      set(turn, { session: { is: 'none' } })
      sessionRefused(turn, event.error)
      if (turn.state.draft.call?.token === null) draftFailed(turn, event.error)
      if (turn.state.submit.is === 'sending' && turn.state.submit.step === 'session')
        tryFailed(turn, event.error)
      return tellFiles(turn, event)
    case 'stateTold':
      return answered(turn, event)
    case 'stateFailed':
      return unanswered(turn, event)
    case 'draftSaved':
      return draftSaved(turn)
    case 'draftFailed':
      endExpired(turn, event.error, turn.state.draft.call?.token)
      return draftFailed(turn, event.error)
    case 'draftKept':
      return ask(turn, 'startedOver', event.token, event.generation)
    case 'accepted':
      return accepted(turn, event.receipt)
    case 'submitFailed':
      return tryFailed(turn, event.error)
    case 'fileStored':
      markBegun(turn, event.token)
      return tellFiles(turn, event)
    case 'fileFailed':
      endExpired(turn, event.error, event.token)
      return tellFiles(turn, event)
    default:
      return onFileEvent(turn, event)
  }
}

function endExpired(turn: Turn, error: ApiError, token: string | null | undefined): void {
  if (token && isSessionExpired(error)) endSession(turn, token)
}

function answered(turn: Turn, { question, held }: Event & { type: 'stateTold' }): void {
  switch (question.why) {
    case 'visit':
      return visitTold(turn, held)
    case 'draft':
      lookedForReceipt(turn, question, held)
      return draftLooked(turn)
    case 'retry':
      return retryAnswered(turn, question, held)
    case 'conflict':
      return conflictAnswered(turn, held.submittedAt)
    case 'stopped':
      return lookedForReceipt(turn, question, held)
    case 'startedOver':
      return lookedBack(turn, question, held)
  }
}

function unanswered(turn: Turn, { question, error }: Event & { type: 'stateFailed' }): void {
  if (question.why === 'visit') visitFailed(turn, error)
  if (question.why === 'draft') draftLooked(turn)
  if (question.why === 'retry') tryFailed(turn, error)
  if (question.why === 'conflict') conflictAnswered(turn, null)
}

function begin(turn: Turn): void {
  const { begun, prefilled } = turn.state
  if (begun) return
  set(turn, { begun: true })
  emit(turn, { do: 'announceStarted' })
  for (const [name, value] of Object.entries(prefilled)) noteChange(turn, name, value)
}

function move(turn: Turn, event: PlaceEvent): void {
  const { passed } = turn.state.place
  const place = movePlace(turn.state, event)
  set(turn, { place })
  if (place.passed !== passed) emit(turn, { do: 'keepPassed', sections: [...place.passed] })
}

function checkSection(turn: Turn, key: string): void {
  const { form, place, problems } = turn.state
  const found = findProblems(form, turn.state, turn.today).filter(({ name }) => sectionOf(form, name) === key)
  set(turn, {
    problems: { ...problems, ...toRecord(found) },
    place: { ...place, held: found.length > 0 ? key : null },
  })
}

/** An application that is being sent can't be withdrawn. */
function startOver(turn: Turn): void {
  const { form, generation } = turn.state
  if (!isFilling(turn.state)) return
  const token = heldToken(turn.state)
  resetDraft(turn)
  forgetSession(turn)
  forgetFiles(turn)
  set(turn, {
    ...noAnswers(form, turn.state.narrow),
    visit: { is: 'settled' },
    submit: { is: 'idle' },
    generation: generation + 1,
    offered: null,
    prefilled: {},
    previousVisit: null,
    receivedAt: null,
    resumed: false,
    failure: null,
    place: { ...START, showsAll: turn.state.place.showsAll },
  })
  if (token !== null) emit(turn, { do: 'discardDraft', token, generation: turn.state.generation })
}
