import { useEffect } from 'react'

/**
 * Asks before unloading, only while something would be lost: pages that ask are excluded from the back/forward cache.
 */
export function useQuestionOnLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [needed])
}
