import type { SessionState } from '../calls/api.ts'
import type { Question, Turn } from './event.ts'
import { leaveSubmit } from './session-end.ts'
import { isFilling } from './state.ts'
import { emit, heldToken, set } from './turn.ts'

/** Tells on the page that its application is in, and the page around if it was sent from here. */
export function tellReceived(turn: Turn, token: string, at: string): void {
  if (turn.state.submit.is === 'sending') leaveSubmit(turn)
  set(turn, { failure: null, receivedAt: at })
  if (turn.state.tried.has(token)) emit(turn, { do: 'tellHost', token })
}

/** A save was refused or a submit stopped: tells if the application is in, unless the page has changed meanwhile. */
export function lookedForReceipt(turn: Turn, { token, generation }: Question, held: SessionState): void {
  const { state } = turn
  const same = isFilling(state) && state.generation === generation && heldToken(state) === token
  if (held.submittedAt !== null && same) tellReceived(turn, token, held.submittedAt)
}

/** The applicant has started over, and the server keeps the application before: it may be in. */
export function lookedBack(turn: Turn, { token, generation }: Question, { submittedAt }: SessionState): void {
  if (submittedAt === null) return
  emit(turn, { do: 'tellHost', token })
  if (turn.state.generation !== generation) return
  set(turn, { previousVisit: { is: 'received', at: submittedAt }, receivedAt: null })
}
