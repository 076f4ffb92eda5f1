import { tidied } from '#domain/catalogue/mask'
import type { Application } from './application/application.ts'
import { listInputs } from './application/given-answers.ts'

/** The form as the server drew it, while React hasn't taken it over. */

const { classList } = document.documentElement

export const isDrawn = (root: Element): boolean => root.querySelector('.sections') !== null

/** Keeps what was typed before the script loaded, but not what the browser had filled into hidden fields. */
export function takeTyped(root: Element, { state, change }: Application): void {
  if (classList.contains('returning')) return
  const typed = new Map([...root.querySelectorAll('form')].flatMap((form) => [...new FormData(form)]))
  for (const { name, kind, defaultValue } of listInputs(state().form)) {
    const text = typed.get(name)
    if (typeof text !== 'string' || text === defaultValue) continue
    // Leaving the field will tidy it.
    const isInUse = document.activeElement?.getAttribute('name') === name
    change(name, isInUse ? text : tidied(kind, text))
  }
}

/** @param isKept whether React takes the form over; otherwise the page loads something else. */
export function endDrawn(root: Element, isKept: boolean): void {
  const waiting = document.querySelector('body > .loading')
  waiting?.remove()
  if (!isKept && waiting) {
    for (const part of root.querySelectorAll('main > :not(.page-header, .page-note)')) part.remove()
    root.querySelector('main')?.append(waiting)
  }
  classList.remove('returning')
}
