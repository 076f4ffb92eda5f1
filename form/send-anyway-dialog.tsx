import { sendAnywayMessages } from '#domain/messages/send-anyway'
import { STATEMENTS } from './application/state.ts'
import { useLanguage } from './language/language-context.tsx'
import { QuestionDialog } from './question-dialog.tsx'

type SendAnywayDialogProps = { missing: readonly string[]; onAnswer: (sendsAnyway: boolean) => void }

export function SendAnywayDialog({ missing, onAnswer }: SendAnywayDialogProps) {
  const words = sendAnywayMessages[useLanguage().pack.language]
  const first = missing.includes('signer1Signature')
  const parts = [
    ...(first ? [words.unsigned] : []),
    ...(!first && missing.includes('signer2Signature') ? [words.unsignedSecond] : []),
    ...(missing.includes(STATEMENTS) ? [words.statements] : []),
  ].join(', ')
  return (
    <QuestionDialog
      title={words.ask(parts.charAt(0).toUpperCase() + parts.slice(1))}
      body={words.body}
      no={words.back}
      yes={words.send}
      onAnswer={onAnswer}
    />
  )
}

export function LeaveOutDialog({ onAnswer }: { onAnswer: (isLeftOut: boolean) => void }) {
  const { ask, body, keep, yes } = sendAnywayMessages[useLanguage().pack.language].leaveOut
  return <QuestionDialog title={ask} body={body} no={keep} yes={yes} onAnswer={onAnswer} />
}
