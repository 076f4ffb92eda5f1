import { useEffect, useRef } from 'react'
import { revealInHost, whereSeen } from '../embed/frame.ts'
import { useWords } from '../language/language-context.tsx'

export function StartOverDialog({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const { draft } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(
    () =>
      whereSeen(() => {
        dialog.current?.showModal()
        revealInHost(dialog.current)
      }),
    [],
  )
  // The `close` event comes later and would close a dialog that was reopened.
  const keep = () => {
    dialog.current?.close()
    onAnswer(false)
  }
  return (
    <dialog
      className="ask"
      ref={dialog}
      role="alertdialog"
      aria-labelledby="start-over-title"
      aria-describedby="start-over-body"
      onCancel={(event) => {
        event.preventDefault()
        keep()
      }}
      // Android's back button closes the dialog without a `cancel` event.
      onClose={() => dialog.current && onAnswer(false)}
    >
      <h2 id="start-over-title">{draft.startOverTitle}</h2>
      <p id="start-over-body">{draft.startOverBody}</p>
      <div className="ask-answers">
        {/* The dialog focuses the first button, so that is the harmless one. */}
        <button type="button" className="button" onClick={keep}>
          {draft.keep}
        </button>
        <button type="button" className="button danger" onClick={() => onAnswer(true)}>
          {draft.startOver}
        </button>
      </div>
    </dialog>
  )
}
