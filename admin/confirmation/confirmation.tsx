import { useCallback, useState, type ReactNode } from 'react'
import { ApiError } from '../providers/request.ts'
import { lazyDialog } from '../lazy/lazy.tsx'
import { ConfirmationContext, type RunConfirmed } from './run-confirmed.ts'

const ConfirmPasswordDialog = lazyDialog(() =>
  import('./confirm-password-dialog.tsx').then((module) => module.ConfirmPasswordDialog),
)

type Question = { settle: (isConfirmed: boolean) => void }

export const ConfirmationProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<Question | null>(null)

  const runConfirmed = useCallback<RunConfirmed>(async (action) => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'password_needed') throw error
      const isConfirmed = await new Promise<boolean>((settle) => setQuestion({ settle }))
      setQuestion(null)
      if (!isConfirmed) throw new DOMException('The password was not confirmed', 'AbortError')
      return action()
    }
  }, [])

  return (
    <ConfirmationContext value={runConfirmed}>
      {children}
      {question && (
        <ConfirmPasswordDialog
          onConfirmed={() => question.settle(true)}
          onClose={() => question.settle(false)}
        />
      )}
    </ConfirmationContext>
  )
}
