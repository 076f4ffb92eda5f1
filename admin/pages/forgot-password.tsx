import { useState } from 'react'
import { Link } from 'react-router'
import { resetMessages } from '#domain/messages/panel-reset'
import { call, trpc } from '../providers/trpc-client.ts'
import { PlainCard } from './plain-card.tsx'
import { PlainField, PlainForm } from './plain-form.tsx'
import { usePlainForm } from './use-plain-form.ts'

const words = resetMessages.forgot

/** Does not tell whether there is such an account. */
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
