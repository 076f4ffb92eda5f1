import { useRef, useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { loadPanel } from '../lazy/load-panel.ts'
import { ApiError } from '../providers/api-error.ts'
import { signIn, type Notice } from '../providers/session.ts'

const words = panelMessages.login

const NOTICES: Record<NonNullable<Notice>, string> = {
  ended: words.sessionEnded,
  unreachable: words.unreachable,
  'no-pages': words.noPages,
}

type Props = {
  notice: Notice
  /** From an earlier attempt. */
  typed: { email: string; error: string }
  onCodeRequired: (ticket: string, email: string) => void
}

export const LoginForm = ({ notice, typed, onCodeRequired }: Props) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(typed.error || null)
  const password = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const email = String(data.get('email')).trim()
    setBusy(true)
    setError(null)
    loadPanel().catch(() => undefined)
    try {
      await signIn(email, String(data.get('password')))
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'otp_required')
        return onCodeRequired(failure.ticket, email)
      setError(toSentence(failure))
      password.current?.focus()
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  const message = error ?? (notice && NOTICES[notice])
  const isNotice = error === null && notice === 'ended'
  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <label className="plain-field">
        <span>{words.email}</span>
        <input
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus={typed.email === ''}
          defaultValue={typed.email}
          aria-invalid={error !== null}
        />
      </label>
      <label className="plain-field">
        <span>{words.password}</span>
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus={typed.email !== ''}
          ref={password}
          aria-invalid={error !== null}
          aria-describedby="login-message"
        />
      </label>
      <div id="login-message" className={isNotice ? 'plain-message notice' : 'plain-message'} role="alert">
        {message}
      </div>
      <button type="submit" className="plain-button full" aria-disabled={busy}>
        {busy ? words.busy : words.submit}
      </button>
      <Link to="/forgot-password" className="plain-link below">
        {words.forgot}
      </Link>
    </form>
  )
}

function toSentence(failure: unknown): string {
  if (!(failure instanceof ApiError)) return words.failed
  return failure.status === 401 ? words.invalid : failure.message
}
