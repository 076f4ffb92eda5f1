import { useCallback, useEffect, useState } from 'react'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { ApiError } from '../calls/api-error.ts'

/** The seal usually takes seconds; after this long the page waits for it no more. */
const SEALING_MS = 2 * 60_000
const ASK_AGAIN_MS = 5000

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
  useEffect(() => {
    if (answer?.seal !== null || Date.now() - Date.parse(answer.receivedAt) > SEALING_MS) return
    const later = setTimeout(ask, ASK_AGAIN_MS)
    return () => clearTimeout(later)
  }, [answer, ask])
  return { is, answer, ask }
}
