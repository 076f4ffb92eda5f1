import { useApplicationState } from '../application/application-context.tsx'
import { StartOver } from '../draft/start-over.tsx'
import { useWords } from '../language/language-context.tsx'

/** The submit button, what is going on, and what went wrong with the whole. */
export function SubmitBar() {
  const words = useWords()
  const busy = useApplicationState((state) => state.phase === 'submitting' || state.notice !== null)
  const failure = useApplicationState((state) => state.failure)
  const notice = useApplicationState((state) => state.notice)
  return (
    <div className="submit-bar">
      <p className="failure" role="alert">
        {failure?.(words)}
      </p>
      <p className="notice" role="status">
        {notice?.(words)}
      </p>
      <p className="only-heard" role="status">
        {busy && words.submitting}
      </p>
      {/* Not `disabled`: that would throw the focus away. A second press does nothing. */}
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? words.submitting : words.submit}
      </button>
      <StartOver className="button quiet" />
    </div>
  )
}
