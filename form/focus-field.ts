import { revealInHost } from './embed/frame.ts'

/** The element id of an input's control; for radio buttons, of the first. */
export const fieldId = (name: string): string => `field-${name}`

/** Takes the applicant to a field: its control in view and focused. */
export function focusField(name: string): void {
  const control = document.getElementById(fieldId(name))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  revealInHost(control, 'center')
}

const STOPS = 'input:not([type=file], [type=hidden]), select, textarea, button[type=submit]'

/** Moves on from a field as Tab would among the fields alone, as Enter does here. */
export function focusNextField(from: HTMLElement, form: HTMLFormElement): void {
  const stops = [...form.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => isVisible(stop) && (!isOtherRadio(stop, from) || stop === from),
  )
  stops[stops.indexOf(from) + 1]?.focus()
}

/** Older browsers cannot be asked; then what takes up no room is not there. */
const isVisible = (element: HTMLElement): boolean =>
  'checkVisibility' in element ? element.checkVisibility() : (element as HTMLElement).offsetParent !== null

/** Radio buttons of one name are one stop; of another group, the checked one is. */
function isOtherRadio(stop: HTMLElement, from: HTMLElement): boolean {
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio') return false
  return !stop.checked || (from instanceof HTMLInputElement && stop.name === from.name)
}
