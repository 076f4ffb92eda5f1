import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { localised } from '#domain/catalogue/localise'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import {
  ApplicationProvider,
  useApplication,
  useApplicationState,
} from './application/application-context.tsx'
import { createApplicationHandle } from './application/application-handle.ts'
import { isUnderWay } from './application/application-state.ts'
import { PreviousVisitNote } from './draft/previous-visit-note.tsx'
import { WelcomeBack } from './draft/welcome-back.tsx'
import { announceReady, onPrefill } from './embed/frame.ts'
import { focusNextField } from './focus-field.ts'
import { FormHeader } from './form-header.tsx'
import { useLanguage } from './language/language-context.tsx'
import type { Application } from './application/load-application.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { ProgressLine } from './progress-line.tsx'
import { FormSection } from './sections/form-section.tsx'
import { SubmitBar } from './sections/submit-bar.tsx'
import { UploadSection } from './uploads/upload-section.tsx'
import { Success } from './success.tsx'
import { useQuestionOnLeaving } from './use-question-on-leaving.ts'

export function ApplicationForm({ application }: { application: Application }) {
  const [handle] = useState(() => createApplicationHandle(application))
  const { pack } = useLanguage()
  const form = useMemo(() => localised(application.form, pack.catalogue), [application.form, pack])
  useEffect(() => handle.attach(), [handle])
  useEffect(() => onPrefill(handle.prefill), [handle])
  useEffect(announceReady, [])

  return (
    <ApplicationProvider value={handle}>
      <Page application={application} form={form} />
      <Success />
    </ApplicationProvider>
  )
}

type PageProps = { application: Application; form: VisibleForm }

function Page({ application, form }: PageProps) {
  const { uploads, submit, begin, saver } = useApplication()
  const phase = useApplicationState((state) => state.phase)
  const { company } = application.link
  const resumed = useApplicationState((state) => state.resumed || state.resuming)
  const generation = useApplicationState((state) => state.generation)

  const unsaved = useSyncExternalStore(saver.subscribe, saver.hasUnsaved)
  // Saved but unsent data was promised to be sent from this page.
  const underWay = useApplicationState(isUnderWay)
  useQuestionOnLeaving(underWay || (unsaved && phase !== 'sent'))

  const send = useCallback(
    (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    [submit],
  )

  return (
    <main className="page" inert={phase === 'sent'}>
      <FormHeader company={company} />
      {resumed && <WelcomeBack />}
      <PreviousVisitNote />
      <ProgressLine form={form} />
      {/* The page validates itself, so that each message stands beside its field. */}
      <form noValidate onSubmit={send} onKeyDown={moveOnEnter} onKeyUp={showWhole}>
        <ProblemSummary form={form} />
        {/* Answers can't change while they are being sent. */}
        <div className="sections" key={generation} inert={phase !== 'filling'}>
          {form.sections.map((section) => (
            <FormSection key={section.key} section={section} company={company} />
          ))}
          {form.uploads && <UploadSection uploads={uploads} onBegin={begin} />}
        </div>
        <SubmitBar />
      </form>
    </main>
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
