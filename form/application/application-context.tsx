import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Application } from './application.ts'
import type { State } from './state.ts'

const ApplicationContext = createContext<Application | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('useApplication is used outside of an application')
  return application
}

/** Renders only when the slice changes, so it must be a primitive or keep its identity. */
export function useApplicationState<T>(select: (state: State) => T): T {
  const { state, drawnState, subscribe } = useApplication()
  return useSyncExternalStore(
    subscribe,
    () => select(state()),
    () => select(drawnState()),
  )
}
