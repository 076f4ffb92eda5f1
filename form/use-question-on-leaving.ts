import { useEffect } from 'react'

/** Listens only while something would be lost: the listener disables the back/forward cache. */
export function useQuestionOnLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [needed])
}
