import { useEffect } from 'react'
import { LIMITS } from '#domain/limits'

const MINUTE_MS = 60_000
const LOOK_MS = 10_000

/** Calls `onIdle` after the last touch, key or dictated word, also after the device has slept. @param onIdle stable */
export function useIdle(isOn: boolean, onIdle: () => void): void {
  useEffect(() => {
    if (!isOn) return
    let until = 0
    const use = () => {
      if (until > 0 && Date.now() >= until) return onIdle()
      until = Date.now() + LIMITS.idleMinutes * MINUTE_MS
    }
    const look = () => Date.now() >= until && onIdle()
    use()
    const looking = setInterval(look, LOOK_MS)
    const listening = new AbortController()
    for (const type of ['pointerdown', 'keydown', 'input'])
      document.addEventListener(type, use, { signal: listening.signal, capture: true })
    document.addEventListener('visibilitychange', look, { signal: listening.signal })
    return () => {
      clearInterval(looking)
      listening.abort()
    }
  }, [isOn, onIdle])
}
