import { lazy, Suspense, useState } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplicationState } from '../application/application-context.tsx'
import { openStep } from '../application/place.ts'
import { useWords } from '../language/language-context.tsx'
import { reviewPart } from '../later-parts.ts'
import { SectionCard } from './section-card.tsx'

const Review = lazy(reviewPart)

export function ReviewSection({ form }: { form: VisibleForm }) {
  const { review } = useWords().steps
  const isOpen = useApplicationState((state) => openStep(state) === 'review')
  const [wasOpen, setWasOpen] = useState(false)
  const [isFolded, setIsFolded] = useState(true)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setIsFolded(false)
  }
  return (
    <SectionCard id="review" title={review.title} count="">
      <button
        type="button"
        className="button fold"
        aria-expanded={!isFolded}
        onClick={() => setIsFolded(!isFolded)}
      >
        {isFolded ? review.show : review.hide}
      </button>
      {!isFolded && (
        <Suspense fallback={null}>
          <Review form={form} />
        </Suspense>
      )}
    </SectionCard>
  )
}
