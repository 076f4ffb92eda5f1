import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Asks before something unsaved is left: by closing, by the browser's back button and, in the browser's own words, by
 * closing the tab. While there is something unsaved, an entry of its own in the history takes the first step back.
 */
export function useUnsavedQuestion(isDirty: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false)
  const guarded = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const steppedBack = () => {
      // Not a person's step, but the guard that is taken back.
      if (!guarded.current) return
      // The entry of our own is used up; it is put back, so that the next step asks again.
      pushGuard()
      setIsAsking(true)
    }
    if (!guarded.current) pushGuard()
    guarded.current = true
    window.addEventListener('beforeunload', warn)
    window.addEventListener('popstate', steppedBack)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('popstate', steppedBack)
    }
  }, [isDirty])

  /** Takes the guard back, for nothing is unsaved any more. */
  const done = useCallback(() => {
    if (guarded.current) window.history.back()
    guarded.current = false
  }, [])

  useEffect(() => {
    if (!isDirty) done()
  }, [isDirty, done])

  return {
    isAsking,
    /** Wants to close: at once where nothing is unsaved. */
    ask: () => (isDirty ? setIsAsking(true) : onClose()),
    stay: () => setIsAsking(false),
    discard: () => {
      done()
      onClose()
    },
    /** It was saved. */
    done,
  }
}

/** The same address and state once more: the router sees no other place. */
const pushGuard = (): void => window.history.pushState(window.history.state, '')
