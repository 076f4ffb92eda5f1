import { Box } from '@mui/material'
import { useCallback, useState, type ReactNode } from 'react'

/** Reports when the element comes into the view, and when it leaves. @param onChange stable, as each one is told at once */
export const useInView = (
  onChange: (entry: IntersectionObserverEntry) => void,
  { rootMargin, scrollMargin }: IntersectionObserverInit = {},
) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const tell = (entries: IntersectionObserverEntry[]) => entries.slice(-1).forEach(onChange)
      const observer = new IntersectionObserver(tell, { rootMargin, scrollMargin })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onChange, rootMargin, scrollMargin],
  )

/** One view before and after; parts of the page that scroll have a margin of their own. */
const MARGIN = { rootMargin: '100%', scrollMargin: '100%' }

/** Of a page of US Letter. */
export const LETTER = '8.5 / 11'

/** Draws its content only near the view; elsewhere an empty box of the same size. @param ratio of the box before it is drawn */
export const Near = ({ ratio, children }: { ratio: string; children: ReactNode }) => {
  const [{ isNear, place }, setState] = useState({ isNear: false, place: ratio })
  const change = useCallback(
    ({ isIntersecting, boundingClientRect: { width, height } }: IntersectionObserverEntry) =>
      setState((before) => ({
        isNear: isIntersecting,
        place: before.isNear && height > 0 ? `${width} / ${height}` : before.place,
      })),
    [],
  )
  return (
    <Box ref={useInView(change, MARGIN)} sx={{ aspectRatio: isNear ? undefined : place }}>
      {isNear && children}
    </Box>
  )
}
