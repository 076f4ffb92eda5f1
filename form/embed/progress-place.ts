type Seen = { top: number; height: number }

let seen: Seen | null = null
const watchers = new Set<() => void>()

/** @returns the vertical position at this share of the visible part of the page */
export const heightAt = (share: number): number =>
  seen ? seen.top + seen.height * share : window.innerHeight * share

/** Calls `look` whenever the host page has scrolled. @returns a function that stops it */
export function onHostScroll(look: () => void): () => void {
  watchers.add(look)
  return () => watchers.delete(look)
}

/**
 * Moves the progress line to the top of the visible part: a frame as high as its content doesn't scroll, so nothing
 * sticks in it. A transform moves nothing else.
 */
export function placeProgress({ top, height }: Partial<Seen>): void {
  if (typeof top !== 'number' || typeof height !== 'number') return
  seen = { top, height }
  const line = document.querySelector<HTMLElement>('.progress-line')
  const page = line?.parentElement
  if (line && page) {
    const last = page.offsetTop + page.clientHeight - line.offsetHeight
    const shift = Math.max(0, Math.min(top, last) - line.offsetTop)
    line.style.transform = shift > 0 ? `translateY(${shift}px)` : ''
  }
  for (const look of watchers) look()
}
