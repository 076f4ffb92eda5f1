import type { FormMessages, ProblemKey } from '../messages/form.ts'
import { LIMITS } from '../limits.ts'
import { getOwn } from '../get-own.ts'
import type { Input, InputKind } from './define.ts'
import { FINDINGS, RULES } from './rules.ts'
import { isShown, type Values } from './values.ts'
import type { VisibleForm } from './visible-form.ts'

export type Problem = { name: string; key: ProblemKey }

type ValidateOptions = {
  /** 'YYYY-MM-DD' where the applicant is; the domain has no clock. */
  today: string
  /** Unset: required only if any value of that signer is present. */
  secondSigner?: boolean
}

/** In characters. A data URL takes four characters for three bytes. */
export const maxLength = (kind: InputKind): number =>
  kind === 'signature'
    ? Math.ceil((LIMITS.signatureBytes * 4) / 3) + 64
    : kind === 'longText'
      ? LIMITS.longTextLength
      : LIMITS.textLength

/** The problems of an application in the form's order; the same in the browser and on the server. */
export function validate(values: Values, form: VisibleForm, options: ValidateOptions): Problem[] {
  const problems: Problem[] = []
  for (const group of form.sections.flatMap((section) => section.groups)) {
    const excused = group.key === 'signer2' && !(options.secondSigner ?? anyAnswered(group.inputs, values))
    for (const input of group.inputs) {
      const key = excused ? null : findProblem(input, values, options.today)
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

export function problemText({ problems }: FormMessages, input: Input, key: ProblemKey): string {
  if (key === 'tooLong') return problems.tooLong(maxLength(input.kind))
  if (key === 'required' || key === 'keptLost') return problems[key](input.label)
  return problems[key]
}

export function problemTexts(words: FormMessages, input: Input): string[] {
  const keys: ProblemKey[] = [...FINDINGS[input.kind]]
  if (input.kind !== 'yesNo' && input.required) keys.push(input.sensitive ? 'keptLost' : 'required')
  return keys.map((key) => problemText(words, input, key))
}

const anyAnswered = (inputs: readonly Input[], values: Values): boolean =>
  inputs.some((input) => (getOwn(values, input.name) ?? '').trim() !== '')
