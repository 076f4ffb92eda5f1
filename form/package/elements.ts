import { getOwn } from '#domain/get-own'
import { packagePage as words } from '#domain/messages/package'
import { CallError } from './calls.ts'

type Child = Node | string

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), props)
  made.append(...children)
  return made
}

export const note = (text: string) => element('p', { className: 'note' }, text)

/** Says what went wrong, and is read out. */
export const alertLine = () => element('p', { className: 'alert', role: 'alert' })

/** A button that can't be pressed again before `work` is done. */
export function button(
  label: string,
  alert: HTMLElement,
  work: () => Promise<void>,
  props: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...props }, label)
  made.addEventListener('click', () => void busy(made, alert, work))
  return made
}

export async function busy(
  pressed: HTMLButtonElement,
  alert: HTMLElement,
  work: () => Promise<void>,
): Promise<void> {
  if (pressed.disabled) return
  const label = pressed.textContent
  pressed.disabled = true
  pressed.textContent = words.working
  alert.textContent = ''
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallError)) console.error(error)
    alert.textContent = error instanceof CallError ? error.message : words.failed
  } finally {
    pressed.disabled = false
    pressed.textContent = label
  }
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function labelled(label: string, field: Field): HTMLElement {
  const id = `field-${field.name}`
  const problem = element('p', { id: `${id}-problem`, className: 'alert' })
  field.id = id
  field.setAttribute('aria-describedby', problem.id)
  return element('div', { className: 'field' }, element('label', { htmlFor: id }, label), field, problem)
}

/** @param fields the problem of each field, by the field's name */
export function showProblems(form: HTMLElement, fields: ReadonlyMap<string, string>): void {
  for (const field of form.querySelectorAll<Field>('[name]')) {
    const label = getOwn<string>(words.fields, field.name) ?? field.name
    const problem = words.problem(fields.get(field.name) ?? '', field.name, label)
    const line = document.getElementById(`field-${field.name}-problem`)
    if (line) line.textContent = problem
    field.toggleAttribute('aria-invalid', problem !== '')
  }
  form.querySelector<Field>('[aria-invalid]')?.focus()
}
