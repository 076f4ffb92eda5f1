import { useEffect, useState } from 'react'
import { formMessages } from '#domain/messages/form'
import { ApplicationForm } from './application-form.tsx'
import { loadApplication, LoadError, type Application } from './load-application.ts'

type View =
  { phase: 'loading' } | { phase: 'error'; message: string } | { phase: 'ready'; application: Application }

/** The public form's page: loading, then an error in red or the form (spec section 2). */
export function ApplicationPage({ slug }: { slug: string | null }) {
  const [view, setView] = useState<View>({ phase: 'loading' })
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let wanted = true
    const show = (next: View) => wanted && setView(next)
    loadApplication(slug).then(
      (application) => show({ phase: 'ready', application }),
      (error: unknown) =>
        show({
          phase: 'error',
          message: error instanceof LoadError ? error.message : formMessages.errors.load,
        }),
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
        {formMessages.loading}
      </p>
    )
  }
  return (
    <main className="load-error">
      <p role="alert">{view.message}</p>
      {view.message === formMessages.errors.load && (
        <button type="button" className="button" onClick={again}>
          {formMessages.tryAgain}
        </button>
      )}
    </main>
  )
}
