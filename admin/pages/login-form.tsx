import { Link } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { loadPanel } from '../lazy/load-panel.ts'
import { ApiError } from '../providers/api-error.ts'
import { signIn, startSso, type Notice } from '../providers/session.ts'
import { PlainField, PlainForm } from './plain-form.tsx'
import { usePlainForm } from './use-plain-form.ts'

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
  const form = usePlainForm(words.failed, async (data) => {
    const email = String(data.get('email')).trim()
    if (data.has('sso')) return email === '' ? { field: 'email', sentence: words.ssoEmail } : startSso(email)
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
          <button name="sso" formNoValidate className="plain-link below">
            {words.sso}
          </button>
          <Link to="/forgot-password" className="plain-link below">
            {words.forgot}
          </Link>
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
