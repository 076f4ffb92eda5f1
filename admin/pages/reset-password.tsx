import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { resetMessages } from '#domain/messages/panel-reset'
import { passwordProblem } from '#domain/password'
import { call, trpc } from '../providers/trpc-client.ts'
import { PlainCard } from './plain-card.tsx'
import { PlainField, PlainForm } from './plain-form.tsx'
import { usePlainForm, type Problem } from './use-plain-form.ts'

const words = resetMessages.reset

export const ResetPasswordPage = () => {
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState(false)
  // Keeps the token out of the address bar and the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])

  if (done)
    return (
      <PlainCard title={words.doneTitle} announced>
        <p>{words.done}</p>
        <Link to="/" className="plain-button full">
          {resetMessages.login}
        </Link>
      </PlainCard>
    )
  return (
    <PlainCard title={words.title}>
      {token === '' ? <p>{words.incomplete}</p> : <ResetForm token={token} onDone={() => setDone(true)} />}
      <Link to="/forgot-password" className="plain-link below">
        {words.askAgain}
      </Link>
    </PlainCard>
  )
}

const ResetForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const form = usePlainForm(words.failed, async (data) => {
    const password = String(data.get('password'))
    const found = problemWith(password, String(data.get('repeat')))
    if (found) return found
    await call(trpc.auth.resetPassword.mutate({ token, password }, { context: { token: null } }))
    onDone()
    return null
  })
  return (
    <PlainForm form={form} messageId="reset-message" submit={words.submit} busy={words.busy}>
      <PlainField
        label={words.password}
        name="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        aria-invalid={form.problem?.field === 'password'}
        aria-describedby="reset-help reset-message"
      />
      <p id="reset-help" className="plain-help">
        {words.help}
      </p>
      <PlainField
        label={words.repeat}
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
