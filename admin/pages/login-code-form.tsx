import { useRef, useState, type SubmitEvent } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { ApiError } from '../providers/api-error.ts'
import { verifySignIn } from '../providers/session.ts'

const words = panelMessages.login

type Props = {
  ticket: string
  /** `error` is '' when the user goes back. */
  onBack: (error: string) => void
}

export const LoginCodeForm = ({ ticket, onBack }: Props) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      await verifySignIn(ticket, String(data.get('code')))
    } catch (failure) {
      const sentence = failure instanceof ApiError ? failure.message : words.failed
      // The ticket has expired.
      if (failure instanceof ApiError && failure.status === 401) return onBack(sentence)
      setError(sentence)
      input.current?.focus()
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <label className="plain-field">
        <span>{words.code}</span>
        <input
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          autoFocus
          ref={input}
          aria-invalid={error !== null}
          aria-describedby="code-help code-message"
        />
      </label>
      <p id="code-help" className="plain-help">
        {words.codeHelp}
      </p>
      <div id="code-message" className="plain-message" role="alert">
        {error}
      </div>
      <button type="submit" className="plain-button full" aria-disabled={busy}>
        {busy ? words.verifying : words.verify}
      </button>
      <button type="button" className="plain-link below" onClick={() => onBack('')}>
        {words.back}
      </button>
    </form>
  )
}
