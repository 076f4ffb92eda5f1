import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { localised } from '#domain/catalogue/localise'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { hasUnsaved, isFilling, isResuming, isUnderWay } from './application/state.ts'
import type { Link } from './calls/api.ts'
import { PreviousVisitNote } from './draft/previous-visit-note.tsx'
import { WelcomeBack } from './draft/welcome-back.tsx'
import { announceReady, onPrefill } from './embed/frame.ts'
import { focusNextField } from './focus-field.ts'
import { FormHeader } from './form-header.tsx'
import { MoveDraft } from './move/move-draft.tsx'
import { useLanguage } from './language/language-context.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { ProgressLine } from './progress-line.tsx'
import { FormSection } from './sections/form-section.tsx'
import { SubmitBar } from './sections/submit-bar.tsx'
import { UploadSection } from './uploads/upload-section.tsx'
import { Success } from './success.tsx'
import { useQuestionOnLeaving } from './use-question-on-leaving.ts'

type ApplicationFormProps = { company: Link['company']; form: VisibleForm }

export function ApplicationForm({ company, form: untranslated }: ApplicationFormProps) {
  const { dispatch, prefill, drawn } = useApplication()
  const { pack } = useLanguage()
  const form = useMemo(() => localised(untranslated, pack.catalogue), [untranslated, pack])
  const sent = useApplicationState(({ submit }) => submit.is === 'sent')
  const filling = useApplicationState(isFilling)
  const welcome = useApplicationState((state) => state.resumed || isResuming(state))
  const generation = useApplicationState((state) => state.generation)
  const unsaved = useApplicationState(hasUnsaved)
  // Warns while answers are saved but not sent: the page has promised to send them.
  const underWay = useApplicationState(isUnderWay)
  useQuestionOnLeaving(underWay || (unsaved && !sent))
  useEffect(() => onPrefill(prefill), [prefill])
  const [whole, setWhole] = useState(false)
  // Draws the first fields first: all at once block a slow phone for half a second.
  useEffect(() => startTransition(() => setWhole(true)), [])
  useEffect(() => {
    if (!whole) return
    announceReady()
    drawn()
  }, [whole, drawn])

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
        <ProgressLine form={form} whole={whole} />
        <form noValidate onSubmit={send} onKeyDown={moveOnEnter} onKeyUp={showWhole}>
          <ProblemSummary form={form} />
          <div className="sections" key={generation} inert={!filling} aria-busy={!whole}>
            {form.sections.slice(0, whole ? undefined : 1).map((section) => (
              <FormSection key={section.key} section={section} company={company} whole={whole} />
            ))}
            {whole && form.uploads && <UploadSection />}
          </div>
          {whole && <SubmitBar />}
        </form>
      </main>
      <Success />
    </>
  )
}

/** Enter moves to the next field, as it would easily send an incomplete form; on the button it submits. */
function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  if (target.type === 'file') return
  event.preventDefault()
  focusNextField(target, event.currentTarget)
}

/** Browsers scroll to a textarea's first line only. */
function showWhole({ key, target }: KeyboardEvent<HTMLFormElement>): void {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}
