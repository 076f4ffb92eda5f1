/** A pointer that travels farther leaves the button on purpose. */
const STILL_PX = 10

/**
 * Browsers send no click to a button that moved between press and release, as when a part of the page arrives above it.
 * Clicks the submit button in that case.
 */
export function keepPresses(): void {
  let pressed: { submit: HTMLElement; x: number; y: number } | null = null
  const press = ({ target, button, clientX: x, clientY: y }: PointerEvent) => {
    const isMain = button === 0 && target instanceof Element
    const submit = isMain ? target.closest<HTMLElement>('[type=submit]') : null
    pressed = submit && { submit, x, y }
  }
  const release = (event: MouseEvent) => {
    if (!pressed) return
    const { submit, x, y } = pressed
    pressed = null
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) < STILL_PX
    if (!isStill || submit.contains(document.elementFromPoint(x, y))) return
    event.preventDefault()
    event.stopPropagation()
    submit.click()
  }
  addEventListener('pointerdown', press, true)
  addEventListener('click', release, true)
}
