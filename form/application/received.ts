import type { SessionState } from '../calls/api.ts'
import type { Question, Turn } from './event.ts'
import { leaveSubmit } from './session-end.ts'
import { heldToken, isFilling } from './state.ts'
import { emit, forgetSession, needSession, set } from './turn.ts'

export function keepReceipt(turn: Turn, token: string | null | undefined, at: string): void {
  if (!token) return
  const receipt = { token, at }
  set(turn, { receipt })
  emit(turn, { do: 'keepReceipt', receipt })
}

export function openReceipt(turn: Turn): void {
  if (turn.state.receipt && turn.state.submit.is === 'idle')
    set(turn, { page: { is: 'receipt', opened: true } })
}

/** The form waits for a session, as a closed link opens none. */
export function leaveReceipt(turn: Turn): void {
  const { page, session, previousVisit } = turn.state
  if (page.is !== 'receipt') return
  const held = session.is === 'held'
  set(turn, {
    page: held ? { is: 'form' } : { is: 'loading', needsSession: true, patient: false },
    previousVisit: previousVisit?.is === 'received' ? null : previousVisit,
  })
  needSession(turn)
}

export function forgetReceipt(turn: Turn): void {
  leaveReceipt(turn)
  set(turn, { receipt: null })
  emit(turn, { do: 'forgetReceipt' })
}

/** The receipt of an application from before the switch is forgotten, too. */
export function forgetOnSharedDevice(turn: Turn): void {
  if (turn.state.link?.sharedDevice && turn.state.receipt) forgetReceipt(turn)
}

/** The session of an application that has been received. */
export function forgetSent(turn: Turn): void {
  forgetSession(turn)
  forgetVisit(turn)
}

function forgetVisit(turn: Turn): void {
  const { slug, link } = turn.state
  if (link?.sharedDevice) emit(turn, { do: 'forgetVisit', slug })
}

export function tellReceived(turn: Turn, token: string, at: string): void {
  if (turn.state.submit.is === 'sending') leaveSubmit(turn)
  set(turn, { failure: null, receivedAt: at })
  if (turn.state.tried.has(token)) emit(turn, { do: 'tellHost', token })
  forgetVisit(turn)
}

export function lookedForReceipt(turn: Turn, { token, generation }: Question, held: SessionState): void {
  const { state } = turn
  const same = isFilling(state) && state.generation === generation && heldToken(state) === token
  if (held.submittedAt !== null && same) tellReceived(turn, token, held.submittedAt)
}

export function lookedBack(turn: Turn, { token, generation }: Question, held: SessionState): void {
  const { submittedAt, receiptToken } = held
  if (submittedAt === null) return
  emit(turn, { do: 'tellHost', token })
  keepReceipt(turn, receiptToken, submittedAt)
  if (turn.state.generation !== generation) return
  set(turn, { previousVisit: { is: 'received', at: submittedAt }, receivedAt: null })
}
