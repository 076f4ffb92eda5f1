import { lazy, Suspense, useState } from 'react'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { revealTop } from '../embed/frame.ts'
import { useWords } from '../language/language-context.tsx'
import { startOverPart } from '../later-parts.ts'

const StartOverDialog = lazy(startOverPart)

/** The way to an empty form, after a question. */
export function StartOver({ className }: { className: string }) {
  const { startOver } = useApplication()
  const busy = useApplicationState((state) => state.phase !== 'filling')
  const { draft } = useWords()
  const [asking, setAsking] = useState(false)
  const answer = (yes: boolean) => {
    setAsking(false)
    if (!yes) return
    void startOver()
    revealTop()
    // The button may be gone with what it belonged to, and the dialog holds the focus until it is.
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      <button type="button" className={className} aria-disabled={busy} onClick={() => setAsking(!busy)}>
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
