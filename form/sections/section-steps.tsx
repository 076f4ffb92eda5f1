import { useApplicationState } from '../application/application-context.tsx'
import { listSteps } from '../application/place.ts'
import { useWords } from '../language/language-context.tsx'
import { useNavigation } from '../use-navigation.ts'

/** The ways from one section to the next, for phones, and back to the review. */
export function SectionSteps({ id, isOpen }: { id: string; isOpen: boolean }) {
  const words = useWords().steps
  const { goTo, backToReview } = useNavigation()
  const form = useApplicationState((state) => state.form)
  const isReviewed = useApplicationState(({ place }) => place.reviewed !== null)
  const steps = listSteps(form)
  const at = steps.indexOf(id)
  const [before, after] = [steps[at - 1], steps[at + 1]]
  return (
    <div className="section-steps">
      {isOpen && isReviewed && (
        <button type="button" className="button to-review" onClick={backToReview}>
          {words.toReview}
        </button>
      )}
      {after && (
        <button type="button" className="button primary continue" onClick={() => goTo(after)}>
          {words.continue}
        </button>
      )}
      {before && (
        <button type="button" className="button quiet back" onClick={() => goTo(before)}>
          {words.back}
        </button>
      )}
    </div>
  )
}
