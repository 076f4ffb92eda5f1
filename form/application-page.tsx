import { useEffect, useState } from 'react'
import { ApplicationForm } from './application-form.tsx'
import { useWords } from './language/language-context.tsx'
import { loadApplication, LoadError, type Application } from './load-application.ts'

type View =
  { phase: 'loading' } | { phase: 'error'; error: LoadError } | { phase: 'ready'; application: Application }

/** The public form's page: loading, then an error in red or the form (spec section 2). */
export function ApplicationPage({ slug }: { slug: string | null }) {
  const words = useWords()
  const [view, setView] = useState<View>({ phase: 'loading' })
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let wanted = true
    const show = (next: View) => wanted && setView(next)
    loadApplication(slug).then(
      (application) => show({ phase: 'ready', application }),
      (cause: unknown) => show({ phase: 'error', error: loadError(cause) }),
    )
    return () => {
      wanted = false
    }
  }, [slug, tries])

  const again = () => {
    setView({ phase: 'loading' })
    setTries(tries + 1)
  }

  if (view.phase === 'ready') return <ApplicationForm application={view.application} />
  if (view.phase === 'loading') {
    return (
      <p className="loading" role="status">
        {words.loading}
      </p>
    )
  }
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

const loadError = (cause: unknown): LoadError =>
  cause instanceof LoadError ? cause : new LoadError(({ errors }) => errors.load, { cause, again: true })
