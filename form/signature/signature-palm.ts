import { LIMITS } from '#domain/limits'

/**
 * Keeps the hand that leans on the sheet from drawing: a touch soon after a pen never reaches the pad, and what a
 * touch draws when the pen comes down is dropped. iPads tell a palm by themselves, other tablets do not.
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
