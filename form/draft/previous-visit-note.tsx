import { lazy, Suspense, type ComponentType } from 'react'
import { useApplicationState } from '../application/application-context.tsx'
import type { PreviousVisit } from '../application/state.ts'
import { draftDays } from '../application/page-data.ts'
import { useWords } from '../language/language-context.tsx'
import { receiptLinePart } from '../later-parts.ts'
import { today } from '../today.ts'

const ReceiptLine = lazy<ComponentType<{ at: string }>>(() =>
  receiptLinePart().catch(() => ({ default: () => null })),
)

/** Renders the live region before its text, so that screen readers announce it. */
export function PreviousVisitNote() {
  const previousVisit = useApplicationState((state) => state.previousVisit)
  const receipt = useApplicationState((state) => state.receipt)
  return (
    <>
      <div role="status">{previousVisit && <PreviousVisitText previousVisit={previousVisit} />}</div>
      {receipt && (
        <p className="receipt-line">
          <Suspense fallback={null}>
            <ReceiptLine at={receipt.at} />
          </Suspense>
        </p>
      )}
    </>
  )
}

function PreviousVisitText({ previousVisit }: { previousVisit: PreviousVisit }) {
  const { draft, received } = useWords()
  const isEnded = previousVisit.is === 'ended'
  return (
    <div className={isEnded ? 'welcome-back' : 'welcome-back good'}>
      <p>
        {isEnded
          ? draft.ended(draftDays())
          : `${received.on(today(new Date(previousVisit.at)))} ${received.another}`}
      </p>
    </div>
  )
}
