import { useEffect } from 'react'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { listSteps } from './application/place.ts'
import { revealSection } from './use-navigation.ts'

/** Shows returning applicants where they stopped, without taking the focus or moving the page around a frame. */
export function useLanding(whole: boolean): void {
  const { state } = useApplication()
  const stopped = useApplicationState(({ place }) => place.stopped)
  useEffect(() => {
    if (!whole || stopped === null || stopped === listSteps(state().form)[0]) return
    if (window.parent === window) revealSection(stopped)
  }, [state, stopped, whole])
}
