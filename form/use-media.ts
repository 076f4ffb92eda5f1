import { useSyncExternalStore } from 'react'

/** One column: optional groups are folded while they are empty. */
export const NARROW = '(max-width: 739.98px)'

export const matchesMedia = (query: string): boolean => window.matchMedia(query).matches

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchesMedia(query),
  )
