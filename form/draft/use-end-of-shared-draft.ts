import { useCallback } from 'react'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { hasBegun, isShared } from '../application/state.ts'
import { revealTop } from '../embed/frame.ts'
import { useIdle } from '../use-idle.ts'

/** An application that was left on a shared device must not be there for the next person. */
export function useEndOfSharedDraft(): void {
  const { dispatch } = useApplication()
  const isLeft = useApplicationState(
    (state) => isShared(state) && hasBegun(state) && state.submit.is === 'idle',
  )
  const end = useCallback(() => {
    dispatch({ type: 'startedOver' })
    revealTop()
  }, [dispatch])
  useIdle(isLeft, end)
}
