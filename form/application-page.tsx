import { useEffect, useState } from 'react'
import { ApplicationForm } from './application-form.tsx'
import { FormHeader } from './form-header.tsx'
import { useWords } from './language/language-context.tsx'
import {
  applicationAtHand,
  loadApplication,
  LoadError,
  type Application,
} from './application/load-application.ts'
import { pageData } from './application/page-data.ts'
import { Received } from './received.tsx'

type View =
  { phase: 'loading' } | { phase: 'error'; error: LoadError } | { phase: 'ready'; application: Application }

/** The public form's page: loading, then an error in red or the form. */
export function ApplicationPage({ slug }: { slug: string | null }) {
  const words = useWords()
  const [view, setView] = useState<View>(() => viewAtHand(slug))
  const [tries, setTries] = useState(0)
  const loading = view.phase === 'loading'

  useEffect(() => {
    if (!loading) return
    let wanted = true
    const show = (next: View) => wanted && setView(next)
    loadApplication(slug).then(
      (application) => show({ phase: 'ready', application }),
      (cause: unknown) => show(failed(cause)),
    )
    return () => {
      wanted = false
    }
  }, [slug, tries, loading])

  useEffect(() => {
    // Requests the token early; the first call that needs it tries again if this fails.
    if (view.phase === 'ready') view.application.session.token().catch(() => undefined)
  }, [view])

  const again = () => {
    // The embedded page data doesn't change without a reload.
    if (pageData() !== null) return window.location.reload()
    setView({ phase: 'loading' })
    setTries(tries + 1)
  }

  const another = () => {
    if (view.phase === 'ready') view.application.session.forget()
    setView({ phase: 'loading' })
  }

  if (view.phase === 'ready') return <Ready application={view.application} onAnother={another} />
  if (view.phase === 'loading') return <Loading />
  const error = view.error.say(words)
  return (
    <main className="load-error">
      <title>{`${error} · ${words.title}`}</title>
      <div role="alert">
        <h1>{error}</h1>
      </div>
      {view.error.again && (
        <button type="button" className="button" onClick={again}>
          {words.tryAgain}
        </button>
      )}
    </main>
  )
}

type ReadyProps = { application: Application; onAnother: () => void }

function Ready({ application, onAnother }: ReadyProps) {
  const { resumed, link, session } = application
  if (resumed?.is !== 'received') return <ApplicationForm application={application} />
  return <Received company={link.company} session={session} at={resumed.at} onAnother={onAnother} />
}

/** Shows the company while loading, if the page knows it. */
function Loading() {
  const words = useWords()
  const link = pageData()?.link
  const waiting = (
    <p className="loading" role="status">
      {words.loading}
    </p>
  )
  if (link?.status === 'success') {
    return (
      <main className="page">
        <FormHeader company={link.data.company} />
        {waiting}
      </main>
    )
  }
  return (
    <main>
      <h1 className="only-heard">{words.title}</h1>
      {waiting}
    </main>
  )
}

/** The view that needs no call. */
function viewAtHand(slug: string | null): View {
  try {
    const application = applicationAtHand(slug)
    return application ? { phase: 'ready', application } : { phase: 'loading' }
  } catch (cause) {
    return failed(cause)
  }
}

const failed = (cause: unknown): View => ({
  phase: 'error',
  error:
    cause instanceof LoadError ? cause : new LoadError(({ errors }) => errors.load, { cause, again: true }),
})
