import { useState, useEffect } from 'react'
import { Link } from 'react-router'
import { resetMessages } from '#domain/messages/panel-reset'
import { panelMessages } from '#domain/messages/panel'
import { passwordProblem } from '#domain/password'
import { call, trpc } from '../providers/trpc-client.ts'
import { PlainCard, PlainField, PlainForm, usePlainForm, type Problem } from './plain-form.tsx'

const words = resetMessages.forgot

/** Does not reveal whether the account exists. */
export const ForgotPasswordPage = () => {
  const [sent, setSent] = useState(false)
  const form = usePlainForm(words.failed, async (data) => {
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
      <PlainForm form={form} messageId="forgot-message" submit={words.submit} busy={words.busy}>
        <PlainField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          aria-invalid={form.problem !== null}
          aria-describedby="forgot-message"
        />
      </PlainForm>
      <BackLink />
    </PlainCard>
  )
}

const BackLink = () => (
  <Link to="/" className="plain-link below">
    {resetMessages.back}
  </Link>
)

const resetWords = resetMessages.reset

export const ResetPasswordPage = () => {
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState(false)
  // Keeps the token out of the address bar and the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])

  if (done)
    return (
      <PlainCard title={resetWords.doneTitle} announced>
        <p>{resetWords.done}</p>
        <Link to="/" className="plain-button full">
          {resetMessages.login}
        </Link>
      </PlainCard>
    )
  return (
    <PlainCard title={resetWords.title}>
      {token === '' ? (
        <p>{resetWords.incomplete}</p>
      ) : (
        <ResetForm token={token} onDone={() => setDone(true)} />
      )}
      <Link to="/forgot-password" className="plain-link below">
        {resetWords.askAgain}
      </Link>
    </PlainCard>
  )
}

const ResetForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const form = usePlainForm(resetWords.failed, async (data) => {
    const password = String(data.get('password'))
    const found = problemWith(password, String(data.get('repeat')))
    if (found) return found
    await call(trpc.auth.resetPassword.mutate({ token, password }, { context: { token: null } }))
    onDone()
    return null
  })
  return (
    <PlainForm form={form} messageId="reset-message" submit={resetWords.submit} busy={resetWords.busy}>
      <PlainField
        label={resetWords.password}
        name="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        aria-invalid={form.problem?.field === 'password'}
        aria-describedby="reset-help reset-message"
      />
      <p id="reset-help" className="plain-help">
        {resetWords.help}
      </p>
      <PlainField
        label={resetWords.repeat}
        name="repeat"
        type="password"
        autoComplete="new-password"
        aria-invalid={form.problem?.field === 'repeat'}
        aria-describedby="reset-message"
      />
    </PlainForm>
  )
}

function problemWith(password: string, repeat: string): Problem | null {
  const sentence = passwordProblem(password)
  if (sentence !== null) return { field: 'password', sentence }
  return password === repeat ? null : { field: 'repeat', sentence: panelMessages.password.noMatch }
}
