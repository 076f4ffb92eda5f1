import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Application } from './application.ts'
import type { State } from './state.ts'

const ApplicationContext = createContext<Application | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

/** The application this part of the page belongs to. @throws Error outside of an `ApplicationProvider` */
export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('useApplication is used outside of an application')
  return application
}

/** A slice of the state; draws again only when the slice changes, so it must be a value or keep its identity. */
export function useApplicationState<T>(select: (state: State) => T): T {
  const { state, subscribe } = useApplication()
  return useSyncExternalStore(subscribe, () => select(state()))
}
