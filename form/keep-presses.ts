/** A pointer that travels farther leaves the button on purpose. */
const STILL_PX = 10

/**
 * Browsers give no click to a button that moves while it is pressed, as it does when a part of the page arrives
 * above it: the click goes to what is there instead. This gives it to the button.
 */
export function keepPresses(): void {
  let pressed: { button: HTMLButtonElement; x: number; y: number; top: number } | null = null
  const press = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    pressed = button && { button, x, y, top: button.getBoundingClientRect().top }
  }
  const release = (event: MouseEvent) => {
    if (!pressed) return
    const { button, x, y, top } = pressed
    pressed = null
    if (event.target instanceof Node && button.contains(event.target)) return
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) < STILL_PX
    if (!isStill || !button.isConnected || button.getBoundingClientRect().top === top) return
    event.preventDefault()
    event.stopPropagation()
    button.click()
  }
  document.addEventListener('pointerdown', press, { capture: true, passive: true })
  document.addEventListener('click', release, { capture: true })
}
