import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  startTransition,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { localised } from '#domain/catalogue/localise'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { listSteps, openStep, showsAll } from './application/place.ts'
import { heldToken, hasUnsaved, isFilling, isResuming, isShared, isUnderWay } from './application/state.ts'
import type { Link } from './calls/api.ts'
import { PreviousVisitNote } from './draft/previous-visit-note.tsx'
import { announceReady, onPrefill, revealTop } from './embed/frame.ts'
import { focusNextField } from './focus-field.ts'
import { FormHeader } from './form-header.tsx'
import { useLanguage, useWords } from './language/language-context.tsx'
import { loadLaterParts, sharedDevicePart, successPart, summaryPart, movePart } from './later-parts.ts'
import { ProgressLine } from './progress-line.tsx'
import { FormSection } from './sections/form-section.tsx'
import { SubmitBar } from './sections/submit-bar.tsx'
import { UploadSection } from './uploads/upload-section.tsx'
import { revealSection, useNavigation } from './use-navigation.ts'
import { useQuestionOnLeaving } from './use-question-on-leaving.ts'
import { getOwn } from '#domain/get-own'
import { StartOver } from './draft/start-over.tsx'

const ProblemSummary = lazy(summaryPart)
const SharedDevice = lazy(sharedDevicePart)

type ApplicationFormProps = { company: Link['company']; form: VisibleForm }

export function ApplicationForm({ company, form: untranslated }: ApplicationFormProps) {
  const { dispatch, prefill, state, drawn } = useApplication()
  const { seek } = useNavigation()
  const { pack } = useLanguage()
  const form = useMemo(() => localised(untranslated, pack.catalogue), [untranslated, pack])
  const sent = useApplicationState(({ submit }) => submit.is === 'sent')
  const filling = useApplicationState(isFilling)
  const welcome = useApplicationState((state) => state.resumed || (state.marked && isResuming(state)))
  const isAll = useApplicationState(showsAll)
  const shared = useApplicationState(isShared)
  const isRefused = useApplicationState(({ summary }) => summary.length > 0)
  const generation = useApplicationState((state) => state.generation)
  const unsaved = useApplicationState(hasUnsaved)
  // Also warns while saved answers are being sent, as the page has promised to send them.
  const underWay = useApplicationState(isUnderWay)
  useQuestionOnLeaving(underWay || (unsaved && !sent))
  const begun = useApplicationState((state) => state.begun)
  useEffect(() => {
    if (begun) loadLaterParts()
  }, [begun])
  useEffect(() => onPrefill(prefill), [prefill])
  const [whole, setWhole] = useState(false)
  // Renders the first fields first: all at once would block a slow phone for half a second.
  useEffect(() => startTransition(() => setWhole(true)), [])
  useEffect(() => {
    if (!whole) return
    announceReady()
    drawn()
  }, [whole, drawn])

  useLanding(whole)

  /** Keeps the section in use open, as a turned phone may show another one. */
  const follow = ({ target }: SyntheticEvent) => {
    const key =
      target instanceof Element && target.closest<HTMLElement>('.card-body')?.parentElement?.dataset.section
    if (key && key !== openStep(state())) dispatch({ type: 'sectionOpened', key })
  }

  /** Enter moves to the next field, as it would often send an incomplete form. On the button it submits. */
  const moveOnEnter = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
      return
    if (target.type === 'file') return
    event.preventDefault()
    const { place, overview } = state()
    const next = place.sought === target.name ? overview.nextProblem : null
    if (next !== null && next !== target.name) seek(next)
    else focusNextField(target)
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
        <FormHeader company={company} hint={usePreparation(form)}>
          <MoveDraft />
        </FormHeader>
        {welcome && <WelcomeBack />}
        <PreviousVisitNote />
        <ProgressLine form={form} whole={whole} />
        <div onSubmit={send} onKeyDown={moveOnEnter} onKeyUp={showWhole}>
          <Suspense fallback={null}>
            {isRefused && <ProblemSummary form={form} />}
            {shared && <SharedDevice />}
          </Suspense>
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
                return <UploadSection key={key} />
              })}
          </div>
          {whole && <ShowSections />}
          {whole && <SubmitBar form={form} />}
        </div>
      </main>
      <Success />
    </>
  )
}

/** Browsers scroll to a textarea's first line only. */
function showWhole({ key, target }: KeyboardEvent): void {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}

/** The whole form takes about eight minutes. */
const ANSWERS_PER_MINUTE = 10

function usePreparation({ inputNames, uploads }: VisibleForm): string {
  const { steps } = useWords()
  const papers = [
    inputNames.has('taxId') && 'EIN',
    inputNames.has('partner1SSN') && 'SSN',
    uploads && steps.statements(LIMITS.statementMonths),
  ].filter((paper) => paper !== false)
  const minutes = Math.max(1, Math.ceil(inputNames.size / ANSWERS_PER_MINUTE))
  return [steps.takes(minutes), papers.length > 0 && steps.haveReady(papers.join(', '))]
    .filter(Boolean)
    .join(' ')
}

const SuccessOverlay = lazy(successPart)

function Success() {
  const { pack, chosen } = useLanguage()
  const sent = useApplicationState(({ submit }) => submit.is === 'sent')
  const reload = useCallback(() => {
    revealTop()
    window.location.reload()
  }, [])
  if (!sent) return null
  return (
    <Suspense fallback={<div className="overlay" />}>
      <SuccessOverlay language={chosen ? pack.language : null} onOver={reload} />
    </Suspense>
  )
}

/** Shows returning applicants where they stopped, without taking the focus or moving the page around a frame. */
function useLanding(whole: boolean): void {
  const { state } = useApplication()
  const stopped = useApplicationState(({ place }) => place.stopped)
  useEffect(() => {
    if (!whole || stopped === null || stopped === listSteps(state().form)[0]) return
    if (window.parent === window) revealSection(stopped)
  }, [state, stopped, whole])
}

function WelcomeBack() {
  const { draft, steps } = useWords()
  const secrets = useApplicationState((state) => state.kept.size > 0)
  const stopped = useApplicationState(({ place }) => place.stopped)
  const resuming = useApplicationState(isResuming)
  const welcome = [
    draft.welcomeBack,
    secrets && draft.secretsKept,
    stopped && steps.stopped(getOwn(steps.names, stopped) ?? ''),
  ]
  return (
    <div className="welcome-back">
      <p role="status">{resuming ? draft.resuming : welcome.filter(Boolean).join(' ')}</p>
      <StartOver className="link-button" />
    </div>
  )
}

type Part = Awaited<ReturnType<typeof movePart>>

function MoveDraft() {
  const words = useWords()
  const token = useApplicationState((state) => (state.begun || state.resumed ? heldToken(state) : null))
  const [part, setPart] = useState<Part | null>(null)
  const [shown, setShown] = useState(false)
  const show = useCallback(() => setShown(true), [])
  const open = () => {
    show()
    movePart().then(setPart, () => setShown(false))
  }
  if (token === null) return null
  return (
    <>
      <button type="button" className="link-button move-draft" onClick={open}>
        {words.continueOnPhone}
      </button>
      {part && <part.MoveDialog token={token} shown={shown} onClose={() => setShown(false)} onMoved={show} />}
    </>
  )
}

function ShowSections() {
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
