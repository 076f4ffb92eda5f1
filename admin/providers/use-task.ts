import { useState } from 'react'
import { useRunConfirmed } from '../confirmation/confirmation.tsx'
import { useFailure } from './use-failure.ts'

/**
 * Runs one task at a time and shows `failure` when it fails. While `busy`, mark the button `aria-disabled`: `disabled`
 * would drop the focus, and with it the keys of the dialog around it.
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
