import { useId } from 'react'
import { questionMessages } from '#domain/messages/questions'
import { useLanguage } from './language/language-context.tsx'
import { useModal } from './use-modal.ts'

type QuestionDialogProps = {
  title: string
  body: string
  /** The harmless answer. It has the focus, and Escape gives it. */
  no: string
  yes: string
  look?: 'primary' | 'danger'
  onAnswer: (yes: boolean) => void
}

export function QuestionDialog({ title, body, no, yes, look = 'primary', onAnswer }: QuestionDialogProps) {
  const { dialog, close } = useModal(() => onAnswer(false))
  const id = useId()
  return (
    <dialog
      {...dialog}
      className="ask"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-body`}>{body}</p>
      <div className="ask-answers">
        {/* The dialog focuses its first button. */}
        <button type="button" className="button" onClick={close}>
          {no}
        </button>
        <button type="button" className={`button ${look}`} onClick={() => onAnswer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}

type AskedProps = { onAnswer: (yes: boolean) => void }

export function LeaveOutDialog({ onAnswer }: AskedProps) {
  const { ask, body, keep, yes } = questionMessages[useLanguage().pack.language].leaveOut
  return <QuestionDialog title={ask} body={body} no={keep} yes={yes} onAnswer={onAnswer} />
}

export function StartOverDialog({ onAnswer }: AskedProps) {
  const { ask, body, keep, yes } = questionMessages[useLanguage().pack.language].startOver
  return <QuestionDialog title={ask} body={body} no={keep} yes={yes} look="danger" onAnswer={onAnswer} />
}
