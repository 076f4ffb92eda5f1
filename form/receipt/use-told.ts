import { useCallback, useEffect, useState } from 'react'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { ApiError } from '../calls/api-error.ts'

export type Told = {
  is: 'asked' | 'known' | 'unreachable' | 'ended'
  /** Outlives a later failure. */
  answer: ApplicationState | null
  ask: () => void
}

export function useTold(token: string): Told {
  const [is, setIs] = useState<Told['is']>('asked')
  const [answer, setAnswer] = useState<ApplicationState | null>(null)
  const ask = useCallback(() => {
    applicationApi.state(token).then(
      (state) => {
        setAnswer(state)
        setIs('known')
      },
      (error: unknown) =>
        setIs(error instanceof ApiError && error.code === 'link_ended' ? 'ended' : 'unreachable'),
    )
  }, [token])
  useEffect(() => {
    ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])
  return { is, answer, ask }
}
