/**
 * Browsers give no click to a button that moves while it is pressed, as it does when a part of the page arrives
 * above it: the click goes to what is there instead. This gives it to the button.
 */
export function keepPresses(): void {
  let pressed: HTMLElement | null | undefined
  let top = 0
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const press = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
    if (pressed) top = topOf(pressed)
  }
  const release = (event: MouseEvent) => {
    // Keys click without a press.
    if (!event.detail || !pressed || topOf(pressed) === top) return
    if (event.composedPath().includes(pressed)) return
    event.preventDefault()
    event.stopPropagation()
    pressed.click()
  }
  addEventListener('pointerdown', press, true)
  addEventListener('click', release, true)
}
