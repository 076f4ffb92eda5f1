import { LIMITS } from '#domain/limits'
import { useCallback, useEffect, useState } from 'react'
import { reviewMessages } from '#domain/messages/review'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { hasBegun } from '../application/state.ts'
import { revealTop } from '../embed/frame.ts'
import { useLanguage } from '../language/language-context.tsx'
import { attemptStorage } from '../browser-storage.ts'
import { PAGE_TOKEN } from '../page-token.ts'
import { useIdle } from '../use-idle.ts'

/** The next person must find neither an application that was left, nor by 'Back' the page of a link of the one before. */
export function SharedDevice() {
  const { pack } = useLanguage()
  const [isEmptied, setEmptied] = useState(false)
  const { dispatch } = useApplication()
  const isLeft = useApplicationState((state) => hasBegun(state) && state.submit.is === 'idle')
  useEffect(forgetPageTokens, [])
  const end = useCallback(() => {
    dispatch({ type: 'startedOver' })
    setEmptied(true)
    revealTop()
  }, [dispatch])
  useIdle(isLeft, end)
  return (
    <div role="status">
      {isEmptied && (
        <div className="welcome-back">
          <p>{reviewMessages[pack.language].left(LIMITS.idleMinutes)}</p>
        </div>
      )}
    </div>
  )
}

/** Those of all pages that this tab has shown. */
function forgetPageTokens(): void {
  attemptStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PAGE_TOKEN)) storage.removeItem(name)
  }, 'sessionStorage')
}
