import { reviewMessages } from '#domain/messages/review'
import { useApplicationState } from '../application/application-context.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { useNavigation } from '../use-navigation.ts'

/** Goes from problem to problem, past corrected ones. */
export function NextProblem() {
  const { pack } = useLanguage()
  const { seek } = useNavigation()
  const next = useApplicationState(({ overview }) => overview.nextProblem)
  // Keeps its space, so that the page doesn't move after the last correction.
  const className = next === null ? 'button next-problem gone' : 'button next-problem'
  return (
    <button type="button" className={className} onClick={() => next !== null && seek(next)}>
      {reviewMessages[pack.language].next}
    </button>
  )
}
