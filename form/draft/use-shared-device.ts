import { useCallback, useEffect } from 'react'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { hasBegun, isShared } from '../application/state.ts'
import { revealTop } from '../embed/frame.ts'
import { forgetPageTokens } from '../page-token.ts'
import { useIdle } from '../use-idle.ts'

/** The next person must find neither an application that was left, nor by 'Back' the page of a link of the one before. */
export function useSharedDevice(): void {
  const { dispatch } = useApplication()
  const shared = useApplicationState(isShared)
  const isLeft = useApplicationState((state) => hasBegun(state) && state.submit.is === 'idle')
  useEffect(() => {
    if (shared) forgetPageTokens()
  }, [shared])
  const end = useCallback(() => {
    dispatch({ type: 'startedOver', isLeft: true })
    revealTop()
  }, [dispatch])
  useIdle(shared && isLeft, end)
}
