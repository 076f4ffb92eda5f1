import { useCallback, type FormEvent, type KeyboardEvent } from 'react'
import { authorizationFor } from '#domain/authorization-text'
import type { VisibleSection } from '#domain/catalogue/visible-form'
import { formMessages } from '#domain/messages/form'
import { focusNextField } from './focus-field.ts'
import { FormHeader } from './form-header.tsx'
import type { Application } from './load-application.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { ProgressLine } from './progress-line.tsx'
import { requiredProgress, sectionProgress } from './progress.ts'
import { FieldGrid } from './sections/field-grid.tsx'
import { Partners } from './sections/partners.tsx'
import { SectionCard } from './sections/section-card.tsx'
import { Signatures } from './sections/signatures.tsx'
import { SubmitBar } from './sections/submit-bar.tsx'
import { Uploads } from './sections/uploads.tsx'
import { SuccessOverlay } from './success-overlay.tsx'
import { useApplication, type ApplicationHandle } from './use-application.ts'

/** The whole form of one company, from its title to the submit button. */
export function ApplicationForm({ application }: { application: Application }) {
  const handle = useApplication(application)
  const { form, link } = application
  const { state, uploads } = handle
  const busy = state.phase !== 'filling'

  const reload = useCallback(() => {
    window.scrollTo(0, 0)
    window.location.reload()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void handle.submit()
  }

  return (
    <>
      <main className="page" inert={state.phase === 'sent'}>
        <FormHeader company={link.company} />
        <ProgressLine {...requiredProgress(form, state)} />
        {/* The page checks the answers itself, so that each message stands beside its field. */}
        <form noValidate onSubmit={submit} onKeyDown={moveOnEnter}>
          <ProblemSummary form={form} state={state} />
          {/* What is being sent can not be changed under way. */}
          <div className="sections" inert={busy}>
            {form.sections.map((section) => (
              <SectionCard
                key={section.key}
                id={section.key}
                title={section.title}
                count={countText(section, handle)}
              >
                <SectionBody section={section} application={application} handle={handle} />
              </SectionCard>
            ))}
            {form.uploads && <Uploads queue={uploads} />}
          </div>
          <SubmitBar state={state} />
        </form>
      </main>
      {state.phase === 'sent' && <SuccessOverlay onOver={reload} />}
    </>
  )
}

type SectionBodyProps = { section: VisibleSection; application: Application; handle: ApplicationHandle }

function SectionBody({ section, application, handle }: SectionBodyProps) {
  const { state, change, leave, setSecondSigner } = handle
  const answering = { state, change, leave }
  const { company } = application.link
  switch (section.key) {
    case 'partners':
      return <Partners groups={section.groups} {...answering} />
    case 'signatures':
      return (
        <Signatures
          groups={section.groups}
          authorization={authorizationFor(company.authorizationText, company.nameOut)}
          disclaimer={company.disclaimer}
          setSecondSigner={setSecondSigner}
          {...answering}
        />
      )
    default:
      return section.groups.map((group) => <FieldGrid key={group.key} inputs={group.inputs} {...answering} />)
  }
}

function countText(section: VisibleSection, { state }: ApplicationHandle): string {
  const { done, total } = sectionProgress(section, state)
  return formMessages.progress(done, total)
}

/** Enter moves on, as a half-filled application is easily sent by it; on the button it submits. */
function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  if (target.type === 'file') return
  event.preventDefault()
  focusNextField(target, event.currentTarget)
}
