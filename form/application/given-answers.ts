import type { Input } from '#domain/catalogue/define'
import { isGiven, type Values } from '#domain/catalogue/values'
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
  /** null means not answered. */
  secondSigner: boolean | null
  /** Optional groups that a narrow screen folds while they are empty. */
  folded: ReadonlySet<string>
}

export const noAnswers = (form: VisibleForm, narrow: boolean): Answers => ({
  values: Object.fromEntries(listInputs(form).map((input) => [input.name, input.defaultValue])),
  kept: new Set(),
  problems: {},
  summary: [],
  refusals: 0,
  secondSigner: null,
  folded: new Set(narrow ? ['partner2', 'signer2'] : []),
})

export const listInputs = (form: VisibleForm): Input[] =>
  form.sections.flatMap((section) => section.groups.flatMap((group) => group.inputs))

export type Asked = Pick<Answers, 'secondSigner' | 'folded'>

export const isAsked = ({ key }: Pick<VisibleGroup, 'key'>, { secondSigner, folded }: Asked): boolean =>
  (key === 'signer2' ? secondSigner : null) ?? !folded.has(key)

export const hasAnswer = (input: Input, { values, kept }: Given): boolean =>
  kept.has(input.name) || isGiven(input, getOwn(values, input.name) ?? '')

export const isGroupGiven = (form: VisibleForm, key: string, given: Given): boolean =>
  form.sections
    .flatMap(({ groups }) => groups.filter((group) => group.key === key))
    .some(({ inputs }) => inputs.some((input) => hasAnswer(input, given)))

type Fold = { key: string; isFolded: boolean }

export const foldGroup = (folded: Answers['folded'], { key, isFolded }: Fold): Answers['folded'] =>
  new Set(isFolded ? [...folded, key] : [...folded].filter((other) => other !== key))

type Given = Pick<Answers, 'values' | 'kept'>

export const isAnswered = ({ values, kept }: Given, name: string): boolean =>
  (getOwn(values, name) ?? '').trim() !== '' || kept.has(name)
