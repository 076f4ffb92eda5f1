import type { SessionState } from '../calls/api.ts'
import type { Question, Turn } from './event.ts'
import { leaveSubmit } from './session-end.ts'
import { isFilling } from './state.ts'
import { emit, heldToken, set } from './turn.ts'

export function tellReceived(turn: Turn, token: string, at: string): void {
  if (turn.state.submit.is === 'sending') leaveSubmit(turn)
  set(turn, { failure: null, receivedAt: at })
  if (turn.state.tried.has(token)) emit(turn, { do: 'tellHost', token })
}

export function lookedForReceipt(turn: Turn, { token, generation }: Question, held: SessionState): void {
  const { state } = turn
  const same = isFilling(state) && state.generation === generation && heldToken(state) === token
  if (held.submittedAt !== null && same) tellReceived(turn, token, held.submittedAt)
}

export function lookedBack(turn: Turn, { token, generation }: Question, { submittedAt }: SessionState): void {
  if (submittedAt === null) return
  emit(turn, { do: 'tellHost', token })
  if (turn.state.generation !== generation) return
  set(turn, { previousVisit: { is: 'received', at: submittedAt }, receivedAt: null })
}
