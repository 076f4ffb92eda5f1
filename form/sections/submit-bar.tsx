import { lazy, Suspense, useRef, useEffect, useState, type ComponentType } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { isUnderWay, submitNotice } from '../application/state.ts'
import { StartOver } from '../draft/start-over.tsx'
import { useWords } from '../language/language-context.tsx'
import { today } from '../today.ts'
import { hasFailed } from '../uploads/files.ts'
import { beforeSubmitPart } from '../later-parts.ts'
import { whenNeeded } from '../when-needed.ts'

type SubmitBarProps = { form: VisibleForm }

const BeforeSubmit = lazy<ComponentType<SubmitBarProps>>(() =>
  beforeSubmitPart().catch(() => ({ default: () => null })),
)

export function SubmitBar({ form }: SubmitBarProps) {
  const words = useWords()
  const { dispatch } = useApplication()
  const button = useRef<HTMLButtonElement>(null)
  const busy = useApplicationState(isUnderWay)
  const failure = useApplicationState((state) => state.failure)
  const canLeaveOut = useApplicationState(({ failure, uploads }) => failure?.ofFiles && hasFailed(uploads))
  const notice = useApplicationState(submitNotice)
  const receivedAt = useApplicationState((state) => state.receivedAt)
  const { received } = words
  const bar = useRef<HTMLFormElement>(null)
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => whenNeeded(bar.current, () => setIsNeeded(true)), [])

  const leaveOut = () => {
    button.current?.focus()
    dispatch({ type: 'filesLeftOut' })
  }
  const stop = () => {
    button.current?.focus()
    dispatch({ type: 'stopPressed' })
  }

  return (
    <form className="submit-bar" noValidate ref={bar}>
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
      <Suspense fallback={null}>{isNeeded && <BeforeSubmit form={form} />}</Suspense>
      {/* `disabled` would lose the focus. */}
      <button type="submit" className="button primary" aria-disabled={busy} ref={button}>
        {busy ? words.submitting : words.submit}
      </button>
      <StartOver className="button quiet" />
    </form>
  )
}
