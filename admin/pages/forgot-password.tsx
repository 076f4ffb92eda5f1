import { useState } from 'react'
import { Link } from 'react-router'
import { resetMessages } from '#domain/messages/panel-reset'
import { call, trpc } from '../providers/trpc-client.ts'
import { PlainCard } from './plain-card.tsx'
import { usePlainForm } from './use-plain-form.ts'

const words = resetMessages.forgot

/** /forgot-password: has a link mailed, and does not tell whether there is such an account. */
export const ForgotPasswordPage = () => {
  const [sent, setSent] = useState(false)
  const { busy, problem, onSubmit } = usePlainForm(words.failed, async (data) => {
    const email = String(data.get('email')).trim()
    await call(trpc.auth.forgotPassword.mutate({ email }, { context: { token: null } }))
    setSent(true)
    return null
  })

  if (sent)
    return (
      <PlainCard title={words.sentTitle} announced>
        <p>{words.sent}</p>
        <BackLink />
      </PlainCard>
    )
  return (
    <PlainCard title={words.title}>
      <p>{words.text}</p>
      <form onSubmit={onSubmit} aria-busy={busy}>
        <label className="plain-field">
          <span>{words.email}</span>
          <input
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            aria-invalid={problem !== null}
            aria-describedby="forgot-message"
          />
        </label>
        <div id="forgot-message" className="plain-message" role="alert">
          {problem?.sentence}
        </div>
        <button type="submit" className="plain-button full" aria-disabled={busy}>
          {busy ? words.busy : words.submit}
        </button>
      </form>
      <BackLink />
    </PlainCard>
  )
}

const BackLink = () => (
  <Link to="/" className="plain-link below">
    {resetMessages.back}
  </Link>
)
