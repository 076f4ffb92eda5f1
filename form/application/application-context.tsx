import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ApplicationState } from './application-state.ts'
import type { ApplicationHandle } from './application-handle.ts'

const ApplicationContext = createContext<ApplicationHandle | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

/** The application this part of the page belongs to. @throws Error outside of an `ApplicationProvider` */
export function useApplication(): ApplicationHandle {
  const handle = useContext(ApplicationContext)
  if (handle === null) throw new Error('useApplication is used outside of an application')
  return handle
}

/** A slice of the state; draws again only when the slice changes, so it must be a value or keep its identity. */
export function useApplicationState<T>(select: (state: ApplicationState) => T): T {
  const { store } = useApplication()
  return useSyncExternalStore(store.subscribe, () => select(store.state()))
}
