import type { ProblemKey } from '../messages/form.ts'
import { getOwn } from '../get-own.ts'
import type { Input } from './define.ts'
import { maxLength } from './problem-texts.ts'
import { RULES } from './rules.ts'
import { isShown, type Values } from './values.ts'
import type { VisibleForm } from './visible-form.ts'

export type Problem = { name: string; key: ProblemKey }

type ValidateOptions = {
  /** 'YYYY-MM-DD' where the applicant is; the domain has no clock. */
  today: string
  /** Unset: required only if any value of that signer is present. */
  secondSigner?: boolean
  /** The server also parses drawings. */
  find?: typeof findProblem
}

/** The problems of an application in the form's order. */
export function validate(values: Values, form: VisibleForm, options: ValidateOptions): Problem[] {
  const problems: Problem[] = []
  for (const group of form.sections.flatMap((section) => section.groups)) {
    const excused = group.key === 'signer2' && !(options.secondSigner ?? anyAnswered(group.inputs, values))
    for (const input of group.inputs) {
      const key = excused ? null : (options.find ?? findProblem)(input, values, options.today)
      if (key !== null) problems.push({ name: input.name, key })
    }
  }
  return problems
}

export function findProblem(input: Input, values: Values, today: string): ProblemKey | null {
  if (!isShown(input, values)) return null
  const sent = getOwn(values, input.name) ?? ''
  const text = sent.trim()
  if (text === '') return input.required ? 'required' : null
  if (sent.length > maxLength(input.kind)) return input.kind === 'signature' ? 'signatureSize' : 'tooLong'
  return RULES[input.kind](text, today, input)
}

const anyAnswered = (inputs: readonly Input[], values: Values): boolean =>
  inputs.some((input) => (getOwn(values, input.name) ?? '').trim() !== '')
