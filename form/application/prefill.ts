import { findProblem } from '#domain/catalogue/validate'
import { isShown, type Values } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'

export function usablePrefill(form: VisibleForm, offered: Values, values: Values, today: string): Values {
  let taken: Values = {}
  for (const input of form.sections.flatMap(({ groups }) => groups.flatMap(({ inputs }) => inputs))) {
    const { name, kind, defaultValue } = input
    const text = getOwn(offered, name)?.trim()
    const answer = getOwn(values, name) ?? ''
    if (
      !text ||
      kind === 'signature' ||
      name.startsWith('signer') ||
      (answer.trim() !== '' && answer !== defaultValue)
    )
      continue
    const after = { ...values, ...taken, [name]: text }
    if (isShown(input, after) && findProblem(input, after, today) === null) taken = { ...taken, [name]: text }
  }
  return taken
}
