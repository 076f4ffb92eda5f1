import { useEffect, useId, useRef } from 'react'
import { revealInHost, whereSeen } from './embed/frame.ts'

type QuestionDialogProps = {
  title: string
  body: string
  /** The harmless answer: it has the focus, and Escape gives it. */
  no: string
  yes: string
  look?: 'primary' | 'danger'
  onAnswer: (yes: boolean) => void
}

export function QuestionDialog({ title, body, no, yes, look = 'primary', onAnswer }: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(
    () =>
      whereSeen(() => {
        dialog.current?.showModal()
        revealInHost(dialog.current)
      }),
    [],
  )
  // The `close` event comes later and would close a dialog that was reopened.
  const decline = () => {
    dialog.current?.close()
    onAnswer(false)
  }
  return (
    <dialog
      className="ask"
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault()
        decline()
      }}
      // Android's back button closes the dialog without a `cancel` event.
      onClose={() => dialog.current && onAnswer(false)}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-body`}>{body}</p>
      <div className="ask-answers">
        {/* The dialog focuses its first button. */}
        <button type="button" className="button" onClick={decline}>
          {no}
        </button>
        <button type="button" className={`button ${look}`} onClick={() => onAnswer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}
