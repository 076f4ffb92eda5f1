/**
 * Moves the progress line to the top of what the host's window shows: a frame as high as its content doesn't
 * scroll, so nothing sticks in it. A transform, as it moves nothing else.
 */
export function placeProgress(hiddenAbove: unknown): void {
  const line = document.querySelector<HTMLElement>('.progress-line')
  const page = line?.parentElement
  if (!line || !page || typeof hiddenAbove !== 'number') return
  const last = page.offsetTop + page.clientHeight - line.offsetHeight
  const shift = Math.max(0, Math.min(hiddenAbove, last) - line.offsetTop)
  line.style.transform = shift > 0 ? `translateY(${shift}px)` : ''
}
