import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { showsAll } from '../application/place.ts'
import { useWords } from '../language/language-context.tsx'

export function ShowSections() {
  const { steps } = useWords()
  const { dispatch } = useApplication()
  const isAll = useApplicationState(showsAll)
  return (
    <button
      type="button"
      className="button quiet show-sections"
      onClick={() => dispatch({ type: 'sectionsShown', all: !isAll })}
    >
      {isAll ? steps.showOne : steps.showAll}
    </button>
  )
}
