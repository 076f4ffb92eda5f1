import { revealInHost } from './embed/frame.ts'

export const fieldId = (name: string): string => `field-${name}`

export function focusField(name: string): void {
  const control = document.getElementById(fieldId(name))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  revealInHost(control, 'center')
}

const STOPS = 'input:not([type=file], [type=hidden]), select, textarea, .continue, button[type=submit]'

export function focusNextField(from: HTMLElement): void {
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => isVisible(stop) && (!isOtherRadio(stop, from) || stop === from),
  )
  stops[stops.indexOf(from) + 1]?.focus()
}

/** Fallback for browsers without `checkVisibility`. */
const isVisible = (element: HTMLElement): boolean =>
  'checkVisibility' in element ? element.checkVisibility() : (element as HTMLElement).offsetParent !== null

/** Radio buttons of one name are one tab stop. */
function isOtherRadio(stop: HTMLElement, from: HTMLElement): boolean {
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio') return false
  return !stop.checked || (from instanceof HTMLInputElement && stop.name === from.name)
}
