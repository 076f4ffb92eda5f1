import {
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react'
import { localised } from '#domain/catalogue/localise'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { listSteps, openStep, showsAll } from './application/place.ts'
import { hasUnsaved, isFilling, isResuming, isUnderWay } from './application/state.ts'
import type { Link } from './calls/api.ts'
import { PreviousVisitNote } from './draft/previous-visit-note.tsx'
import { WelcomeBack } from './draft/welcome-back.tsx'
import { announceReady, onPrefill } from './embed/frame.ts'
import { focusNextField } from './focus-field.ts'
import { FormHeader } from './form-header.tsx'
import { MoveDraft } from './move/move-draft.tsx'
import { useLanguage } from './language/language-context.tsx'
import { Preparation } from './preparation.tsx'
import { loadLaterParts, summaryPart } from './later-parts.ts'
import { ProgressLine } from './progress-line.tsx'
import { FormSection } from './sections/form-section.tsx'
import { ReviewSection } from './sections/review-section.tsx'
import { ShowSections } from './sections/show-sections.tsx'
import { SubmitBar } from './sections/submit-bar.tsx'
import { UploadSection } from './uploads/upload-section.tsx'
import { Success } from './success.tsx'
import { useLanding } from './use-landing.ts'
import { useNavigation } from './use-navigation.ts'
import { useQuestionOnLeaving } from './use-question-on-leaving.ts'

const ProblemSummary = lazy(summaryPart)

type ApplicationFormProps = { company: Link['company']; form: VisibleForm }

export function ApplicationForm({ company, form: untranslated }: ApplicationFormProps) {
  const { dispatch, prefill, state, drawn } = useApplication()
  const { seek } = useNavigation()
  const { pack } = useLanguage()
  const form = useMemo(() => localised(untranslated, pack.catalogue), [untranslated, pack])
  const sent = useApplicationState(({ submit }) => submit.is === 'sent')
  const filling = useApplicationState(isFilling)
  const welcome = useApplicationState((state) => state.resumed || isResuming(state))
  const isAll = useApplicationState(showsAll)
  const isRefused = useApplicationState(({ summary }) => summary.length > 0)
  const generation = useApplicationState((state) => state.generation)
  const unsaved = useApplicationState(hasUnsaved)
  // Warns while answers are saved but not sent: the page has promised to send them.
  const underWay = useApplicationState(isUnderWay)
  useQuestionOnLeaving(underWay || (unsaved && !sent))
  const begun = useApplicationState((state) => state.begun)
  useEffect(() => {
    if (begun) loadLaterParts()
  }, [begun])
  useEffect(() => onPrefill(prefill), [prefill])
  const [whole, setWhole] = useState(false)
  // Draws the first fields first: all at once block a slow phone for half a second.
  useEffect(() => startTransition(() => setWhole(true)), [])
  useEffect(() => {
    if (!whole) return
    announceReady()
    drawn()
  }, [whole, drawn])

  useLanding(whole)

  /** On phones another section may be shown once the screen is turned: the one in use stays open. */
  const follow = ({ target }: SyntheticEvent) => {
    const key =
      target instanceof Element && target.closest<HTMLElement>('.card-body')?.parentElement?.dataset.section
    if (key && key !== 'review' && key !== openStep(state())) dispatch({ type: 'sectionOpened', key })
  }

  /** Enter moves on, as it would easily send an incomplete form; on the button it submits. */
  const moveOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target } = event
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
      return
    if (target.type === 'file') return
    event.preventDefault()
    const { place, overview } = state()
    const next = place.sought === target.name ? overview.nextProblem : null
    if (next !== null && next !== target.name) seek(next)
    else focusNextField(target, event.currentTarget)
  }

  const send = useCallback(
    (event: FormEvent) => {
      event.preventDefault()
      dispatch({ type: 'submitPressed' })
    },
    [dispatch],
  )

  return (
    <>
      <main className="page" inert={sent}>
        <FormHeader company={company}>
          <MoveDraft />
        </FormHeader>
        {welcome && <WelcomeBack />}
        <PreviousVisitNote />
        <Preparation form={form} />
        <ProgressLine form={form} whole={whole} />
        <form noValidate onSubmit={send} onKeyDown={moveOnEnter} onKeyUp={showWhole}>
          <Suspense fallback={null}>{isRefused && <ProblemSummary form={form} />}</Suspense>
          <div
            className={isAll ? 'sections' : 'sections one'}
            key={generation}
            inert={!filling}
            aria-busy={!whole}
            onFocus={follow}
            onPointerDown={follow}
          >
            {listSteps(form)
              .slice(0, whole ? undefined : 1)
              .map((key) => {
                const section = form.sections.find((each) => each.key === key)
                if (section)
                  return <FormSection key={key} section={section} company={company} whole={whole} />
                return key === 'review' ? (
                  <ReviewSection key={key} form={form} />
                ) : (
                  <UploadSection key={key} />
                )
              })}
          </div>
          {whole && <ShowSections />}
          {whole && <SubmitBar />}
        </form>
      </main>
      <Success />
    </>
  )
}

/** Browsers scroll to a textarea's first line only. */
function showWhole({ key, target }: KeyboardEvent<HTMLFormElement>): void {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}
