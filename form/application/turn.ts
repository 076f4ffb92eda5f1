import type { Effect, Question, Turn } from './event.ts'
import { heldToken, type Draft, type Sending, type State } from './state.ts'

export const emit = (turn: Turn, ...effects: Effect[]): void => void turn.effects.push(...effects)

/** `spread`: jitter as a share of the delay. 'timeUp' follows. */
export const wait = (
  turn: Turn,
  timer: string,
  milliseconds: number,
  options: { untilOnline?: boolean; spread?: number } = {},
): void => emit(turn, { do: 'wait', timer, milliseconds, ...options })

export const set = (turn: Turn, change: Partial<State>): void => {
  turn.state = { ...turn.state, ...change }
}

export const setDraft = (turn: Turn, change: Partial<Draft>): void =>
  set(turn, { draft: { ...turn.state.draft, ...change } })

export const setSending = (turn: Turn, change: Partial<Sending>): void => {
  const { submit } = turn.state
  if (submit.is === 'sending') set(turn, { submit: { ...submit, ...change } })
}

export function needSession(turn: Turn): void {
  if (turn.state.session.is !== 'none') return
  set(turn, { session: { is: 'asked' } })
  const { slug, link } = turn.state
  // A shared browser keeps the session once it holds something.
  emit(turn, { do: 'takeSession', slug, isKept: !link?.sharedDevice })
}

export const ask = (
  turn: Turn,
  why: Question['why'],
  token: string,
  generation = turn.state.generation,
): void => emit(turn, { do: 'ask', question: { why, token, generation } })

export function forgetSession(turn: Turn): void {
  const token = heldToken(turn.state)
  if (token === null) return
  set(turn, { session: { is: 'none' }, marked: false })
  emit(turn, { do: 'forgetSession', token })
}

export function markBegun(turn: Turn, token: string): void {
  if (heldToken(turn.state) !== token) return
  set(turn, { marked: true })
  emit(turn, { do: 'markBegun', token })
}
