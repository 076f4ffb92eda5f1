/**
 * Calls `show` as soon as it is known which part of the page is seen. In a frame as high as its content, the middle of
 * the window is far from what the page around shows, and only the browser knows what that is. css/overlay.css and
 * css/draft.css put their cards into the middle of that part.
 */
export function whereSeen(show: () => void): () => void {
  const { style } = document.documentElement
  if (window.parent === window) {
    show()
    return () => {}
  }
  const watcher = new IntersectionObserver(([entry]) => {
    watcher.disconnect()
    if (entry?.isIntersecting) {
      const { top, bottom } = entry.intersectionRect
      style.setProperty('--unseen-above', `${top}px`)
      style.setProperty('--unseen-below', `${window.innerHeight - bottom}px`)
    }
    show()
  })
  watcher.observe(document.documentElement)
  return () => watcher.disconnect()
}
