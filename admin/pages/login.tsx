import { useEffect, useState } from 'react'
import { Navigate, useLocation, useParams, Link } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { findLanding, useSession } from '../layout/route-guard.tsx'
import { Waiting } from '../layout/plain-parts.tsx'
import { ApiError } from '../providers/request.ts'
import {
  findHome,
  finishSso,
  isSignedIn,
  isSsoOffered,
  loadUser,
  signOut,
  signIn,
  ssoState,
  startSso,
  type Notice,
  verifySignIn,
} from '../providers/session.ts'
import { loadPanel } from '../lazy/load-panel.ts'
import { PlainCard, PlainField, PlainForm, usePlainForm } from './plain-form.tsx'

const words = panelMessages.login

export const LoginPage = () => {
  const { user, notice } = useSession()
  const location = useLocation()
  const { company } = useParams()
  const [returned] = useState(ssoState)
  const state: unknown = company === undefined ? location.state : returned
  const [checking, setChecking] = useState(() => company !== undefined || isSignedIn())
  const [ticket, setTicket] = useState<string | null>(null)
  const [typed, setTyped] = useState({ email: '', error: '' })

  useEffect(() => {
    if (!checking) return
    const { search } = window.location
    // Keeps the provider's answer out of the address bar and the history.
    if (company !== undefined) window.history.replaceState(window.history.state, '', '/')
    const loaded = company === undefined ? loadUser().catch(() => undefined) : finishSso(company, search)
    loaded
      .catch((failure: unknown) => {
        const error = failure instanceof ApiError ? failure.message : words.failed
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
    <PlainCard title={words.title}>
      {ticket === null ? (
        <LoginForm
          notice={notice}
          state={state}
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
    </PlainCard>
  )
}

const NOTICES: Record<NonNullable<Notice>, string> = {
  ended: words.sessionEnded,
  unreachable: words.unreachable,
  'no-pages': words.noPages,
}

type Props = {
  notice: Notice
  state: unknown
  /** From an earlier attempt. */
  typed: { email: string; error: string }
  onCodeRequired: (ticket: string, email: string) => void
}

const LoginForm = ({ notice, state, typed, onCodeRequired }: Props) => {
  const [hasSso, setHasSso] = useState(false)
  useEffect(() => {
    void isSsoOffered().then(setHasSso)
  }, [])
  const form = usePlainForm(words.failed, async (data) => {
    const email = String(data.get('email')).trim()
    if (data.has('sso'))
      return email === '' ? { field: 'email', sentence: words.ssoEmail } : startSso(email, state)
    loadPanel().catch(() => undefined)
    try {
      await signIn(email, String(data.get('password')))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.code !== 'otp_required')
        return { field: 'password', sentence: failure.status === 401 ? words.invalid : failure.message }
      onCodeRequired(failure.ticket, email)
    }
    return null
  })
  const isInvalid = form.problem !== null
  return (
    <PlainForm
      form={form}
      messageId="login-message"
      submit={words.submit}
      busy={words.busy}
      notice={typed.error || (notice && NOTICES[notice])}
      isQuiet={typed.error === '' && notice === 'ended'}
      more={
        <>
          <Link to="/forgot-password" className="plain-link below">
            {words.forgot}
          </Link>
          {hasSso && (
            <button name="sso" formNoValidate className="plain-link below">
              {words.sso}
            </button>
          )}
        </>
      }
    >
      <PlainField
        label={words.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus={typed.email === ''}
        defaultValue={typed.email}
        aria-invalid={isInvalid}
      />
      <PlainField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={typed.email !== ''}
        aria-invalid={isInvalid}
        aria-describedby="login-message"
      />
    </PlainForm>
  )
}

type LoginCodeFormProps = {
  ticket: string
  /** `error` is '' when the user goes back. */
  onBack: (error: string) => void
}

const LoginCodeForm = ({ ticket, onBack }: LoginCodeFormProps) => {
  const form = usePlainForm(words.failed, async (data) => {
    try {
      await verifySignIn(ticket, String(data.get('code')))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // The ticket has expired.
      if (failure.status !== 401) return { field: 'code', sentence: failure.message }
      onBack(failure.message)
    }
    return null
  })
  return (
    <>
      <PlainForm form={form} messageId="code-message" submit={words.verify} busy={words.verifying}>
        <PlainField
          label={words.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          aria-invalid={form.problem !== null}
          aria-describedby="code-help code-message"
        />
        <p id="code-help" className="plain-help">
          {words.codeHelp}
        </p>
      </PlainForm>
      <button type="button" className="plain-link below" onClick={() => onBack('')}>
        {words.back}
      </button>
    </>
  )
}
