import type { Input } from '#domain/catalogue/define'
import { problemOf } from '#domain/catalogue/validate'
import { isShown, type Values } from '#domain/catalogue/values'
import type { ProblemKey } from '#domain/messages/form'
import type { VisibleForm, VisibleGroup } from '#domain/catalogue/visible-form'

/** What is wrong with an answer: a rule of the catalogue, or a sentence of the server's. */
export type FieldProblem = ProblemKey | { said: string }

export type NamedProblem = { name: string; problem: FieldProblem }

/** Everything the applicant has said so far, and what the page says back. */
export type ApplicationState = {
  /** One flat record under canonical names, the payload's own shape. */
  values: Values
  /** Input name → what is wrong with the answer; the messages beside the fields. */
  problems: Readonly<Record<string, FieldProblem>>
  /** The problems that stopped the last submit; corrected ones stay listed, so that nothing jumps. */
  summary: readonly NamedProblem[]
  /** Counts stopped submits: each moves the focus to the summary. */
  refusals: number
  secondSigner: boolean
  phase: 'filling' | 'submitting' | 'sent'
  /** What is going on while a submit takes long. */
  notice: string | null
  /** Why the last submit failed, where it was no single answer. */
  failure: string | null
}

export type ApplicationAction =
  | { type: 'changed'; name: string; value: string; today: string }
  | { type: 'left'; name: string; today: string }
  | { type: 'secondSigner'; present: boolean }
  | { type: 'refused'; problems: readonly NamedProblem[] }
  | { type: 'submitting' }
  | { type: 'waiting'; notice: string }
  | { type: 'failed'; message: string }
  | { type: 'sent' }

export const emptyApplication = (form: VisibleForm): ApplicationState => ({
  values: Object.fromEntries(inputsOf(form).map((input) => [input.name, input.defaultValue])),
  problems: {},
  summary: [],
  refusals: 0,
  secondSigner: true,
  phase: 'filling',
  notice: null,
  failure: null,
})

/** A reducer for one company's form; pure, so that a test can drive it. */
export const applicationReducer = (form: VisibleForm) => {
  const inputs = new Map(inputsOf(form).map((input) => [input.name, input]))

  return (state: ApplicationState, action: ApplicationAction): ApplicationState => {
    switch (action.type) {
      case 'changed': {
        const values = { ...state.values, [action.name]: action.value }
        return { ...state, values, problems: corrected(state, inputs.get(action.name), values, action.today) }
      }
      case 'left':
        return { ...state, problems: noticed(state, inputs.get(action.name), action.today) }
      case 'secondSigner':
        return { ...state, secondSigner: action.present }
      case 'refused':
        return {
          ...state,
          phase: 'filling',
          notice: null,
          failure: null,
          problems: Object.fromEntries(action.problems.map(({ name, problem }) => [name, problem])),
          summary: action.problems,
          refusals: state.refusals + 1,
        }
      case 'submitting':
        return { ...state, phase: 'submitting', problems: {}, summary: [], notice: null, failure: null }
      case 'waiting':
        return { ...state, notice: action.notice }
      case 'failed':
        return { ...state, phase: 'filling', notice: null, failure: action.message }
      case 'sent':
        return { ...state, phase: 'sent', notice: null }
    }
  }
}

const inputsOf = (form: VisibleForm): Input[] =>
  form.sections.flatMap((section) => section.groups.flatMap((group) => group.inputs))

/** Groups that are asked of this applicant: without the second signer, if there is none. */
export const isAsked = (group: VisibleGroup, state: { secondSigner: boolean }): boolean =>
  group.key !== 'signer2' || state.secondSigner

/** The answers as they are sent and checked: what is hidden is neither (decisions section 4). */
export function shownValues(form: VisibleForm, state: ApplicationState): Values {
  const groups = form.sections.flatMap((section) => section.groups).filter((group) => isAsked(group, state))
  return Object.fromEntries(
    groups
      .flatMap((group) => group.inputs)
      .filter((input) => isShown(input, state.values))
      .map((input) => [input.name, state.values[input.name] ?? '']),
  )
}

/** While typing, a message goes once its answer is right, and none appears. */
function corrected(state: ApplicationState, input: Input | undefined, values: Values, today: string) {
  if (input === undefined || state.problems[input.name] === undefined) return state.problems
  return withProblem(
    state.problems,
    input.name,
    problemOf(input, values, today) && state.problems[input.name],
  )
}

/** On leaving a field its answer is checked. An empty one is let be: the applicant may come back to it. */
function noticed(state: ApplicationState, input: Input | undefined, today: string) {
  if (input === undefined) return state.problems
  const empty = (state.values[input.name] ?? '').trim() === ''
  if (empty && state.problems[input.name] === undefined) return state.problems
  return withProblem(state.problems, input.name, problemOf(input, state.values, today))
}

function withProblem(
  problems: ApplicationState['problems'],
  name: string,
  problem: FieldProblem | null | undefined,
) {
  const { [name]: before, ...others } = problems
  if (before === (problem ?? undefined)) return problems
  return problem ? { ...others, [name]: problem } : others
}
