import { panelMessages } from '#domain/messages/panel'
import { ApiError } from '../providers/api-error.ts'
import { verifySignIn } from '../providers/session.ts'
import { PlainField, PlainForm } from './plain-form.tsx'
import { usePlainForm } from './use-plain-form.ts'

const words = panelMessages.login

type Props = {
  ticket: string
  /** `error` is '' when the user goes back. */
  onBack: (error: string) => void
}

export const LoginCodeForm = ({ ticket, onBack }: Props) => {
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
