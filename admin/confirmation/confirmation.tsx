import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { ApiError } from '../providers/api-error.ts'
import { lazyDialog } from '../lazy/lazy-dialog.tsx'

const ConfirmPasswordDialog = lazyDialog(() =>
  import('./confirm-password-dialog.tsx').then((module) => module.ConfirmPasswordDialog),
)

/** Runs a call; when the server asks for the password, confirms it and runs the call again. */
type RunConfirmed = <T>(act: () => Promise<T>) => Promise<T>

const ConfirmationContext = createContext<RunConfirmed>((act) => act())

export const useRunConfirmed = (): RunConfirmed => useContext(ConfirmationContext)

type Question = { settle: (isConfirmed: boolean) => void }

export const ConfirmationProvider = ({ children }: { children: ReactNode }) => {
  const [question, setQuestion] = useState<Question | null>(null)

  const runConfirmed = useCallback<RunConfirmed>(async (act) => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'password_needed') throw error
      const isConfirmed = await new Promise<boolean>((settle) => setQuestion({ settle }))
      setQuestion(null)
      if (!isConfirmed) throw new DOMException('The password was not confirmed', 'AbortError')
      return act()
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
