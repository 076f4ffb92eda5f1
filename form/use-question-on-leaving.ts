import { useEffect } from 'react'

/** The browser's own question, and only while something would be lost: pages that ask are not kept for the way back. */
export function useQuestionOnLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [needed])
}
