import type { ApplicationAction, ApplicationState } from './application-state.ts'

/** Holds an application's state outside of React, so that a keystroke draws only what shows it. */
export type ApplicationStore = {
  state(): ApplicationState
  dispatch(action: ApplicationAction): void
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
}

export function createStore(
  reduce: (state: ApplicationState, action: ApplicationAction) => ApplicationState,
  initial: ApplicationState,
): ApplicationStore {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    dispatch: (action) => {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
