import { useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { findLanding } from '../layout/landing.ts'
import { useSession } from '../layout/route-guard.tsx'
import { Waiting } from '../layout/waiting.tsx'
import { ApiError } from '../providers/api-error.ts'
import { findHome, finishSso, isSignedIn, loadUser, signOut } from '../providers/session.ts'
import { LoginCodeForm } from './login-code-form.tsx'
import { LoginForm } from './login-form.tsx'
import { useTitle } from './use-title.ts'

export const LoginPage = () => {
  const { user, notice } = useSession()
  const { state } = useLocation()
  const { company } = useParams()
  const [checking, setChecking] = useState(() => company !== undefined || isSignedIn())
  const [ticket, setTicket] = useState<string | null>(null)
  const [typed, setTyped] = useState({ email: '', error: '' })
  useTitle(panelMessages.login.title)

  useEffect(() => {
    if (!checking) return
    const { search } = window.location
    // Keeps the provider's answer out of the address bar and the history.
    if (company !== undefined) window.history.replaceState(window.history.state, '', '/')
    const loaded = company === undefined ? loadUser().catch(() => undefined) : finishSso(company, search)
    loaded
      .catch((failure: unknown) => {
        const error = failure instanceof ApiError ? failure.message : panelMessages.login.failed
        setTyped({ email: '', error })
      })
      .finally(() => setChecking(false))
  }, [checking, company])

  useEffect(() => {
    if (user !== null && findHome(user) === null) signOut('no-pages')
  }, [user])

  const landing = user && findLanding(user, state)
  if (landing !== null) return <Navigate to={landing} replace />
  if (checking || user !== null) return <Waiting />
  return (
    <main className="plain-page">
      <div className="plain-card">
        <h1>{panelMessages.login.title}</h1>
        {ticket === null ? (
          <LoginForm
            notice={notice}
            typed={typed}
            onCodeRequired={(newTicket, email) => {
              setTyped({ email, error: '' })
              setTicket(newTicket)
            }}
          />
        ) : (
          <LoginCodeForm
            ticket={ticket}
            onBack={(error) => {
              setTyped(({ email }) => ({ email, error }))
              setTicket(null)
            }}
          />
        )}
      </div>
    </main>
  )
}
