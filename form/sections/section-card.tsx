import { type ComponentType, Fragment, lazy, type ReactNode, Suspense } from 'react'
import { useApplicationState } from '../application/application-context.tsx'
import { listProblems, listSteps, openStep } from '../application/place.ts'
import { stateOf } from '../application/overview.ts'
import { useWords } from '../language/language-context.tsx'
import { sectionProblemsPart } from '../later-parts.ts'
import { useNavigation } from '../use-navigation.ts'

type SectionCardProps = {
  id: string
  title: string
  count?: string
  children: ReactNode
}

/**
 * On phones CSS hides the body of all sections but one, so that it stays mounted and is printed. Each section is a
 * `<form>`, as browsers' autofill reads all fields of the form at each key; `dialog` sends nothing, should Enter be
 * pressed before the script is there.
 */
export function SectionCard({ id, title, count, children }: SectionCardProps) {
  const { states } = useWords().steps
  const { goTo } = useNavigation()
  const isOpen = useApplicationState((state) => openStep(state) === id)
  const is = useApplicationState((state) => stateOf(id, state))
  return (
    <section
      className={isOpen ? 'card open' : 'card'}
      id={`section-${id}`}
      aria-labelledby={`heading-${id}`}
      data-section={id}
    >
      <header className="card-header">
        <h2 id={`heading-${id}`} tabIndex={-1}>
          {breakable(title)}
        </h2>
        {count && <p className="count">{count}</p>}
        {!isOpen && (
          <button
            type="button"
            className={`card-opener step ${is}`}
            aria-expanded="false"
            aria-label={`${title}: ${states[is]}`}
            onClick={() => goTo(id)}
          >
            {states[is]}
          </button>
        )}
      </header>
      <form className="card-body" method="dialog" noValidate>
        {children}
        <SectionSteps id={id} isOpen={isOpen} />
      </form>
    </section>
  )
}

/** Browsers don't break lines at slashes, and 'partners/proprietors/guarantor' is wider than a small phone. */
const breakable = (title: string): ReactNode =>
  title.split(/(\/)/).map((part, index) =>
    part === '/' ? (
      <Fragment key={index}>
        /<wbr />
      </Fragment>
    ) : (
      part
    ),
  )

/** Buttons to the neighbouring sections, for phones, and back to the listed answers. */
function SectionSteps({ id, isOpen }: { id: string; isOpen: boolean }) {
  const words = useWords().steps
  const { goTo, moveOn, backToReview } = useNavigation()
  const isHeld = useApplicationState((state) => state.place.held === id && stateOf(id, state) === 'wrong')
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
      {after && isHeld && <Held id={id} onGoOn={() => goTo(after)} />}
      {after && (
        <button type="button" className="button primary continue" onClick={() => moveOn(id, after)}>
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

const SectionProblems = lazy<ComponentType<{ id: string }>>(() =>
  sectionProblemsPart().catch(() => ({ default: () => null })),
)

/** The problems of a section that the applicant wanted to leave. */
function Held({ id, onGoOn }: { id: string; onGoOn: () => void }) {
  const { summary, steps } = useWords()
  const count = useApplicationState(({ form, problems }) => listProblems(form, id, problems).length)
  return (
    <div className="held" id={`problems-${id}`} tabIndex={-1} role="group" aria-labelledby={`held-${id}`}>
      <h3 id={`held-${id}`}>{summary.title(count)}</h3>
      <Suspense fallback={null}>
        <SectionProblems id={id} />
      </Suspense>
      <button type="button" className="button" onClick={onGoOn}>
        {steps.goOnAnyway}
      </button>
    </div>
  )
}
