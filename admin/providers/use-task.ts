import { useState } from 'react'
import { useRunConfirmed } from '../confirmation/confirmation.tsx'
import { useFailure } from './use-failure.ts'

/**
 * Something a person asks for that takes a while: it runs once at a time, and `failure` is said when it fails.
 * While `busy`, its button is to be `aria-disabled` and not `disabled`: that would drop the focus, and with it the
 * keys of the dialog around it.
 */
export function useTask(failure: string): { busy: boolean; run: (act: () => Promise<void>) => void } {
  const [busy, setBusy] = useState(false)
  const fail = useFailure()
  const runConfirmed = useRunConfirmed()

  const perform = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await runConfirmed(act)
    } catch (error) {
      await fail(error, failure)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    run: (act) => {
      if (!busy) void perform(act)
    },
  }
}
