import { formMessages } from '#domain/messages/form'
import type { ApplicationState } from '../application-state.ts'

/** The submit button, what is going on, and what went wrong with the whole. */
export function SubmitBar({ state }: { state: ApplicationState }) {
  const busy = state.phase === 'submitting'
  return (
    <div className="submit-bar">
      <p className="failure" role="alert">
        {state.failure}
      </p>
      <p className="notice" role="status">
        {state.notice}
      </p>
      {/* Not `disabled`: that would throw the focus away. A second press does nothing. */}
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? formMessages.submitting : formMessages.submit}
      </button>
    </div>
  )
}
