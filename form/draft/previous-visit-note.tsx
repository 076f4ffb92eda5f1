import { useApplicationState } from '../application/application-context.tsx'
import type { PreviousVisit } from '../application/state.ts'
import { draftDays } from '../application/page-data.ts'
import { useWords } from '../language/language-context.tsx'
import { today } from '../today.ts'

/** Renders the live region before its text, so that screen readers announce it. */
export function PreviousVisitNote() {
  const previousVisit = useApplicationState((state) => state.previousVisit)
  return <div role="status">{previousVisit && <PreviousVisitText previousVisit={previousVisit} />}</div>
}

function PreviousVisitText({ previousVisit }: { previousVisit: PreviousVisit }) {
  const { draft, received } = useWords()
  if (previousVisit.is === 'ended') {
    return (
      <div className="welcome-back">
        <p>{draft.ended(draftDays())}</p>
      </div>
    )
  }
  return (
    <div className="welcome-back good">
      <p>
        {received.on(today(new Date(previousVisit.at)))} {received.another}
      </p>
    </div>
  )
}
