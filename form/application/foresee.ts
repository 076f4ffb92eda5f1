import type { Event } from './event.ts'
import { movePlace } from './place.ts'
import type { State } from './state.ts'

/** What the page shows of an event that waits for the state machine. */
export function foresee(state: State, event: Event): State {
  switch (event.type) {
    case 'changed': {
      const { name, value } = event
      const unsaved = new Map(state.draft.unsaved).set(name, value)
      return { ...state, values: { ...state.values, [name]: value }, draft: { ...state.draft, unsaved } }
    }
    case 'sectionOpened':
    case 'fieldSought':
    case 'sectionsShown':
      return { ...state, place: movePlace(state, event) }
    case 'secondSignerSet':
      return { ...state, secondSigner: event.present }
    case 'filesChosen':
      return { ...state, uploads: { ...state.uploads, queued: [...state.uploads.queued, event] } }
    case 'submitPressed':
      return { ...state, submit: { is: 'waiting', on: 'machine' } }
    case 'stopPressed':
      return { ...state, submit: { is: 'idle' } }
    default:
      return state
  }
}

export const withoutMachine = (state: State): State => ({
  ...state,
  draft: { ...state.draft, is: 'offline' },
  uploads: { ...state.uploads, trouble: ({ uploads }) => uploads.offline },
})
