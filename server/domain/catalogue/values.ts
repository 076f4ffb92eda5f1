import { getOwn } from '../get-own.ts'
import type { Input } from './define.ts'
import { ALIASES, INPUTS } from './index.ts'
import type { VisibleForm } from './visible-form.ts'

/** Canonical name to the text the applicant gave; '' is no answer. */
export type Values = Record<string, string>

/** Replaces legacy names; a canonical name that is present too wins. */
export function canonicalValues(sent: Values): Values {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(sent)) {
    const canonical = ALIASES.get(name) ?? name
    if (canonical === name || !Object.hasOwn(sent, canonical)) values.set(canonical, value)
  }
  return Object.fromEntries(values)
}

/** Every input the company asks for, in catalogue order, and nothing else, so that nothing unvalidated is stored. */
export const keptValues = (values: Values, form: VisibleForm): Values =>
  Object.fromEntries(
    [...form.inputNames].map((name) => {
      const input = INPUTS.get(name)
      const value = getOwn(values, name) ?? ''
      return [name, input && isShown(input, values) && value.trim() !== '' ? value : '']
    }),
  )

export const isShown = (input: Input, values: Values): boolean =>
  input.showWhen === null || getOwn(values, input.showWhen.input) === input.showWhen.equals

/** Defaults ('No') don't count as answers. */
export const isGiven = (input: Input, value: string): boolean =>
  value.trim() !== '' && value !== input.defaultValue

export const hasAnswer = (values: Values): boolean =>
  Object.entries(values).some(([name, value]) => {
    const input = INPUTS.get(name)
    return input !== undefined && isGiven(input, value)
  })
