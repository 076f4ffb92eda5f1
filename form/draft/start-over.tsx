import { lazy, Suspense, useState } from 'react'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { isFilling } from '../application/state.ts'
import { revealTop } from '../embed/frame.ts'
import { useWords } from '../language/language-context.tsx'
import { startOverPart } from '../shared-parts.ts'

const StartOverDialog = lazy(startOverPart)

export function StartOver({ className }: { className: string }) {
  const { dispatch } = useApplication()
  const filling = useApplicationState(isFilling)
  const { draft } = useWords()
  const [asking, setAsking] = useState(false)
  const answer = (yes: boolean) => {
    setAsking(false)
    if (!yes) return
    dispatch({ type: 'startedOver' })
    revealTop()
    // The button may disappear, and the dialog holds the focus until it closes.
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      <button type="button" className={className} aria-disabled={!filling} onClick={() => setAsking(filling)}>
        {draft.startOver}
      </button>
      {asking && (
        <Suspense fallback={null}>
          <StartOverDialog onAnswer={answer} />
        </Suspense>
      )}
    </>
  )
}
