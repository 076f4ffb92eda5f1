import type { Input } from '#domain/catalogue/define'
import type { Values } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { ProblemKey } from '#domain/messages/form'

export type FieldProblem = ProblemKey | { said: string }

export type NamedProblem = { name: string; problem: FieldProblem }

export type Answers = {
  values: Values
  /** Sensitive answers of an earlier visit; the server doesn't return them. */
  kept: ReadonlySet<string>
  problems: Readonly<Record<string, FieldProblem>>
  /** Problems of the last submit; corrected ones stay listed, so that the layout doesn't move. */
  summary: readonly NamedProblem[]
  /** Each increment moves the focus to the summary. */
  refusals: number
  secondSigner: boolean
}

export const noAnswers = (form: VisibleForm): Answers => ({
  values: Object.fromEntries(listInputs(form).map((input) => [input.name, input.defaultValue])),
  kept: new Set(),
  problems: {},
  summary: [],
  refusals: 0,
  secondSigner: true,
})

export const listInputs = (form: VisibleForm): Input[] =>
  form.sections.flatMap((section) => section.groups.flatMap((group) => group.inputs))

export const isAsked = ({ key }: VisibleGroup, { secondSigner }: { secondSigner: boolean }): boolean =>
  secondSigner || (key !== 'partner2' && key !== 'signer2')

export const isAnswered = ({ values, kept }: Pick<Answers, 'values' | 'kept'>, name: string): boolean =>
  (getOwn(values, name) ?? '').trim() !== '' || kept.has(name)
