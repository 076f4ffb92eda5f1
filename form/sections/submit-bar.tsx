import { useRef, useEffect, useState, type ComponentType } from 'react'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { isUnderWay, submitNotice, STATEMENTS } from '../application/state.ts'
import { StartOver } from '../draft/start-over.tsx'
import { useWords } from '../language/language-context.tsx'
import { today } from '../today.ts'
import { hasFailed } from '../uploads/files.ts'
import { sendAnywayPart } from '../shared-parts.ts'
import { useNavigation } from '../use-navigation.ts'

export function SubmitBar() {
  const words = useWords()
  const { dispatch } = useApplication()
  const button = useRef<HTMLButtonElement>(null)
  const busy = useApplicationState(isUnderWay)
  const failure = useApplicationState((state) => state.failure)
  const canLeaveOut = useApplicationState(({ failure, uploads }) => failure?.ofFiles && hasFailed(uploads))
  const notice = useApplicationState(submitNotice)
  const receivedAt = useApplicationState((state) => state.receivedAt)
  const { received } = words

  const leaveOut = () => {
    button.current?.focus()
    dispatch({ type: 'filesLeftOut' })
  }
  const stop = () => {
    button.current?.focus()
    dispatch({ type: 'stopPressed' })
  }

  return (
    <form className="submit-bar" noValidate>
      <p className="failure" role="alert">
        {failure?.say(words)}
      </p>
      {canLeaveOut && (
        <button type="button" className="link-button" onClick={leaveOut}>
          {words.errors.leaveOut}
        </button>
      )}
      <p className="note" role="status">
        {failure?.stillHere && words.stillHere}
      </p>
      <p className="success" role="status">
        {receivedAt !== null && `${received.on(today(new Date(receivedAt)))} ${received.changed}`}
      </p>
      <div className="notice-line">
        <p className="notice" role="status">
          {notice?.(words)}
        </p>
        {notice && (
          <button type="button" className="link-button" onClick={stop}>
            {words.stop}
          </button>
        )}
      </div>
      <p className="only-heard" role="status">
        {busy && words.submitting}
      </p>
      {/* `disabled` would lose the focus. */}
      <button type="submit" className="button primary" aria-disabled={busy} ref={button}>
        {busy ? words.submitting : words.submit}
      </button>
      <StartOver className="button quiet" />
      <SendAnyway />
    </form>
  )
}

type Dialog = Awaited<ReturnType<typeof sendAnywayPart>>['SendAnywayDialog']

/** Asks once about empty fields that are labelled as required but not enforced. */
function SendAnyway() {
  const { dispatch } = useApplication()
  const { goTo, seek } = useNavigation()
  const missing = useApplicationState((state) => state.missing)
  const [Dialog, setDialog] = useState<ComponentType<Parameters<Dialog>[0]> | null>(null)
  const [first] = missing

  useEffect(() => {
    if (first === undefined) return
    sendAnywayPart().then(
      (part) => setDialog(() => part.SendAnywayDialog),
      // The question must not block a submit.
      () => dispatch({ type: 'missingAnswered', sendsAnyway: true }),
    )
  }, [first, dispatch])

  const answer = (sendsAnyway: boolean) => {
    dispatch({ type: 'missingAnswered', sendsAnyway })
    if (sendsAnyway || first === undefined) return
    // The dialog holds the focus until it closes.
    requestAnimationFrame(() => (first === STATEMENTS ? goTo(STATEMENTS) : seek(first)))
  }
  return first !== undefined && Dialog && <Dialog missing={missing} onAnswer={answer} />
}
