import { LIMITS } from '#domain/limits'

/**
 * Ignores touches soon after a pen, and discards a touch's stroke when a pen comes down. iPads do this
 * themselves; other tablets don't.
 */
export function ignorePalm(canvas: HTMLCanvasElement, dropStroke: () => void, signal: AbortSignal): void {
  let penSeen = -Infinity
  let touching = false

  const begin = (event: PointerEvent) => {
    const { pointerType, timeStamp } = event
    if (pointerType === 'pen' && touching) dropStroke()
    if (pointerType === 'pen') penSeen = timeStamp
    touching = pointerType === 'touch'
    if (touching && timeStamp - penSeen < LIMITS.signaturePalmMs) event.stopImmediatePropagation()
  }
  const hover = ({ pointerType, timeStamp }: PointerEvent) => {
    if (pointerType === 'pen') penSeen = timeStamp
  }
  canvas.addEventListener('pointerdown', begin, { capture: true, signal })
  canvas.addEventListener('pointermove', hover, { signal })
}
