/** Loading starts one screen ahead. */
const NEAR = '100% 0px'

const FIRST_USE = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const

/** Calls `load` once, when the element nears the screen or the page is used. @returns a function that cancels it */
export function whenNeeded(element: Element | null, load: () => void): () => void {
  const waiting = new AbortController()
  const near = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) needed()
    },
    { rootMargin: NEAR },
  )
  const stop = () => {
    near.disconnect()
    waiting.abort()
  }
  const needed = () => {
    stop()
    load()
  }
  if (element) near.observe(element)
  for (const use of FIRST_USE) {
    document.addEventListener(use, needed, { capture: true, passive: true, signal: waiting.signal })
  }
  return stop
}
