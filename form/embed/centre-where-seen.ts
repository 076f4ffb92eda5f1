import { revealInHost } from './frame.ts'

const EDGE = 16

/**
 * Puts a card that stands in the middle of the window where the applicant is. In a frame as high as its content that
 * middle is far from what the page around shows; only the browser knows which part that is.
 */
export function centreWhereSeen(card: HTMLElement): () => void {
  if (window.parent === window) return () => {}
  const watcher = new IntersectionObserver(([entry]) => {
    watcher.disconnect()
    if (entry?.isIntersecting) {
      const { top, height } = card.getBoundingClientRect()
      const { intersectionRect: seen } = entry
      const wanted = seen.top + (seen.height - height) / 2
      const lowest = window.innerHeight - height - EDGE
      card.style.translate = `0 ${Math.max(EDGE, Math.min(wanted, lowest)) - top}px`
    }
    revealInHost(card)
  })
  watcher.observe(document.documentElement)
  return () => watcher.disconnect()
}
