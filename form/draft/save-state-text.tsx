import { useState } from 'react'
import { useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import type { SaveState } from '../application/state.ts'

export function SaveStateText() {
  const { draft } = useWords()
  const state = useApplicationState(({ draft: { is }, begun }) => (is === 'lost' && !begun ? 'idle' : is))
  const [heard, setHeard] = useState<SaveState>('idle')
  const worthHearing = nextHeard(heard, state)
  if (worthHearing !== heard) setHeard(worthHearing)
  const closed = useApplicationState(({ receivedAt }) => receivedAt !== null)
  const text = (each: SaveState) =>
    each === 'idle' ? '' : draft[each === 'lost' && closed ? 'closed' : each]
  return (
    <>
      <span className={`save-state ${state}`} aria-hidden={state === 'saving' || state === heard}>
        {text(state)}
      </span>
      <span className="only-heard" role="status">
        {text(heard)}
      </span>
    </>
  )
}

/** Announces the loss and the return of the connection once each. */
function nextHeard(heard: SaveState, state: SaveState): SaveState {
  if (state === 'offline' || state === 'lost') return state
  if (state === 'saved') return heard === 'idle' ? heard : state
  return heard === 'saved' || state === 'idle' ? 'idle' : heard
}
