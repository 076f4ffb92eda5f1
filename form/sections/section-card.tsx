import { Fragment, type ReactNode } from 'react'
import { useApplicationState } from '../application/application-context.tsx'
import { listSteps, openStep } from '../application/place.ts'
import { stateOf } from '../application/overview.ts'
import { useWords } from '../language/language-context.tsx'
import { useNavigation } from '../use-navigation.ts'

type SectionCardProps = {
  id: string
  title: string
  count: string
  children: ReactNode
}

/**
 * On phones CSS hides the body of all sections but one, so that it stays mounted and is printed. Each section is a
 * `<form>`, as browsers' autofill reads all fields of the form at each key.
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
        <p className="count">{count}</p>
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
      <form className="card-body" noValidate>
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

/** Buttons to the neighbouring sections, for phones, and back to the review. */
function SectionSteps({ id, isOpen }: { id: string; isOpen: boolean }) {
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
