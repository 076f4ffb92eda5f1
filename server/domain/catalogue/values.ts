import type { Input } from './define.ts'
import { ALIASES, INPUTS } from './index.ts'
import type { VisibleForm } from './visible-form.ts'

/** An application's answers: canonical name → text as the applicant gave it; '' is no answer. */
export type Values = Record<string, string>

/** Legacy names become canonical ones; a canonical name that is there too wins (decisions section 4). */
export function canonicalValues(sent: Values): Values {
  const values: Values = {}
  for (const [name, value] of Object.entries(sent)) {
    const canonical = ALIASES.get(name)
    if (canonical === undefined) values[name] = value
    else if (!Object.hasOwn(sent, canonical)) values[canonical] = value
  }
  return values
}

/**
 * What is kept of an application: every input the company asks for, in catalogue order, '' where nothing was answered
 * or the question never came up, and nothing else. So the record itself tells what was asked, and nothing is kept that
 * was not validated.
 */
export const keptValues = (values: Values, form: VisibleForm): Values =>
  Object.fromEntries(
    [...form.inputNames].map((name) => {
      const input = INPUTS.get(name)
      const value = values[name] ?? ''
      return [name, input && isShown(input, values) && value.trim() !== '' ? value : '']
    }),
  )

/** Is a dependent input to be shown? Its question must have been answered as it waits for. */
export const isShown = (input: Input, values: Values): boolean =>
  input.showWhen === null || values[input.showWhen.input] === input.showWhen.equals

/** Does anything here count as an answer? Defaults ('No') do not. */
export const hasAnswer = (values: Values): boolean =>
  Object.entries(values).some(([name, value]) => {
    const input = INPUTS.get(name)
    return input !== undefined && value.trim() !== '' && value !== input.defaultValue
  })
