import type { Input } from '#domain/catalogue/define'
import { findProblem } from '#domain/catalogue/validate'
import { isShown, type Values } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { ProblemKey, LocalizedText } from '#domain/messages/form'

/** What is wrong with an answer: a rule of the catalogue, or a sentence of the server's. */
export type FieldProblem = ProblemKey | { said: string }

export type NamedProblem = { name: string; problem: FieldProblem }

/** Everything the applicant has said so far, and what the page says back. */
export type ApplicationState = {
  /** One flat record under canonical names, the payload's own shape. */
  values: Values
  /** Sensitive answers of an earlier visit: the server has them and does not say them (decisions 5a). */
  kept: ReadonlySet<string>
  /** Input name → what is wrong with the answer; the messages beside the fields. */
  problems: Readonly<Record<string, FieldProblem>>
  /** The problems that stopped the last submit; corrected ones stay listed, so that nothing jumps. */
  summary: readonly NamedProblem[]
  /** Counts stopped submits: each moves the focus to the summary. */
  refusals: number
  secondSigner: boolean
  /** What became of an earlier visit's work that is not here any more. */
  news: PreviousVisit | null
  /** When the application was received that this page holds too, perhaps with other answers; ISO form. */
  receivedAt: string | null
  /** Is there something of an earlier visit here? */
  resumed: boolean
  /** Is it still being asked for? */
  resuming: boolean
  /** Counts how often the applicant started over; what is drawn then begins anew. */
  generation: number
  phase: 'filling' | 'submitting' | 'sent'
  /** What is going on while a submit takes long. */
  notice: LocalizedText | null
  /** Why the last submit failed, where it was no single answer, or has not worked for long. */
  failure: Failure | null
}

/** `stillHere`: whoever stopped a submit learns that nothing of what was entered is gone. */
export type Failure = { say: LocalizedText; stillHere: boolean }

/** What an earlier visit left: see `POST /form/session/state`. */
export type Draft = { values: Values; kept: readonly string[]; secondSigner: boolean | null }

/** `at` is in ISO form. */
export type PreviousVisit = { is: 'received'; at: string } | { is: 'ended' }

export type ApplicationAction =
  | { type: 'changed'; name: string; value: string; today: string }
  /** `unreadable`: something stands in the field that is no answer yet, as half a date. */
  | { type: 'left'; name: string; today: string; unreadable?: boolean }
  | { type: 'secondSigner'; present: boolean }
  | { type: 'restored'; draft: Draft }
  | { type: 'resuming'; going: boolean }
  | { type: 'refused'; problems: readonly NamedProblem[] }
  | { type: 'keptLost' }
  | { type: 'submitting' }
  /** `trouble` stands in the failure's place while it goes on. */
  | { type: 'waiting'; notice: LocalizedText | null; trouble?: LocalizedText | null }
  | { type: 'failed'; message: LocalizedText; stillHere?: boolean }
  | { type: 'sent' }
  | { type: 'news'; news: PreviousVisit }
  | { type: 'received'; at: string }
  | { type: 'startedOver' }

export const emptyApplication = (form: VisibleForm): ApplicationState => ({
  values: Object.fromEntries(listInputs(form).map((input) => [input.name, input.defaultValue])),
  kept: new Set(),
  problems: {},
  summary: [],
  refusals: 0,
  secondSigner: true,
  news: null,
  receivedAt: null,
  resumed: false,
  resuming: false,
  generation: 0,
  phase: 'filling',
  notice: null,
  failure: null,
})

/** A reducer for one company's form; pure, so that a test can drive it. */
export const applicationReducer = (form: VisibleForm) => {
  const inputs = new Map(listInputs(form).map((input) => [input.name, input]))

  return (state: ApplicationState, action: ApplicationAction): ApplicationState => {
    switch (action.type) {
      case 'changed': {
        const values = { ...state.values, [action.name]: action.value }
        return onlyAsked(form, {
          ...state,
          values,
          kept: without(state.kept, action.name),
          problems: corrected(state, inputs.get(action.name), values, action.today),
        })
      }
      case 'left':
        return withProblems(state, noticed(state, inputs.get(action.name), action))
      case 'secondSigner':
        return onlyAsked(form, { ...state, secondSigner: action.present })
      case 'restored':
        return restored(state, inputs, action.draft)
      case 'resuming':
        return { ...state, resuming: action.going }
      case 'refused':
        return refused(state, action.problems)
      case 'keptLost': {
        const lost = shownInputs(form, state).filter(({ name }) => state.kept.has(name))
        const problems = lost.map(({ name }) => ({ name, problem: 'keptLost' as const }))
        return { ...(lost.length > 0 ? refused(state, problems) : state), kept: new Set() }
      }
      case 'submitting':
        return { ...state, phase: 'submitting', problems: {}, summary: [], notice: null, failure: null }
      case 'waiting':
        return { ...state, notice: action.notice, failure: toFailure(action.trouble) }
      case 'failed': {
        const failure = toFailure(action.message, action.stillHere)
        return { ...state, phase: 'filling', notice: null, failure }
      }
      case 'sent':
        return { ...state, phase: 'sent', notice: null }
      case 'news':
        // What is on the page is another application from now on.
        return { ...state, news: action.news, receivedAt: null }
      case 'received': {
        // What waits for its files goes on waiting.
        const notice = state.phase === 'filling' ? state.notice : null
        return { ...state, phase: 'filling', notice, failure: null, receivedAt: action.at }
      }
      case 'startedOver':
        return { ...emptyApplication(form), generation: state.generation + 1 }
    }
  }
}

const toFailure = (say: LocalizedText | null | undefined, stillHere = false): Failure | null =>
  say ? { say, stillHere } : null

/** Is a submit being sent, or waiting for something? */
export const isUnderWay = ({ phase, notice }: Pick<ApplicationState, 'phase' | 'notice'>): boolean =>
  phase === 'submitting' || notice !== null

const listInputs = (form: VisibleForm): Input[] =>
  form.sections.flatMap((section) => section.groups.flatMap((group) => group.inputs))

/** Groups that are asked of this applicant: without the second signer, if there is none. */
export const isAsked = (group: VisibleGroup, state: { secondSigner: boolean }): boolean =>
  group.key !== 'signer2' || state.secondSigner

/** Has this question an answer, here or kept on the server? */
export const isAnswered = (state: Pick<ApplicationState, 'values' | 'kept'>, name: string): boolean =>
  (getOwn(state.values, name) ?? '').trim() !== '' || state.kept.has(name)

/** The inputs that are asked now: what is hidden is neither sent nor checked (decisions section 4). */
export const shownInputs = (form: VisibleForm, state: ApplicationState): Input[] =>
  form.sections
    .flatMap((section) => section.groups)
    .filter((group) => isAsked(group, state))
    .flatMap((group) => group.inputs)
    .filter((input) => isShown(input, state.values))

/** The answers as they are sent and checked. */
export const shownValues = (form: VisibleForm, state: ApplicationState): Values =>
  Object.fromEntries(shownInputs(form, state).map(({ name }) => [name, getOwn(state.values, name) ?? '']))

/** What is taken over from an earlier visit; never over something that was said on this one. */
function restored(
  state: ApplicationState,
  inputs: ReadonlyMap<string, Input>,
  draft: Draft,
): ApplicationState {
  const untouched = (name: string) => getOwn(state.values, name) === inputs.get(name)?.defaultValue
  const values = Object.entries(draft.values).filter(([name]) => inputs.has(name) && untouched(name))
  return {
    ...state,
    values: { ...state.values, ...Object.fromEntries(values) },
    kept: new Set(draft.kept.filter((name) => inputs.has(name) && untouched(name))),
    secondSigner: draft.secondSigner ?? state.secondSigner,
    resumed: true,
  }
}

const refused = (state: ApplicationState, problems: readonly NamedProblem[]): ApplicationState => ({
  ...state,
  phase: 'filling',
  notice: null,
  failure: null,
  problems: Object.fromEntries(problems.map(({ name, problem }) => [name, problem])),
  summary: problems,
  refusals: state.refusals + 1,
})

/** Nothing is wrong with a question that is no longer asked, nor is there a field to lead to. */
function onlyAsked(form: VisibleForm, state: ApplicationState): ApplicationState {
  const listed = [...Object.keys(state.problems), ...state.summary.map(({ name }) => name)]
  if (listed.length === 0) return state
  const asked = new Set(shownInputs(form, state).map(({ name }) => name))
  if (listed.every((name) => asked.has(name))) return state
  return {
    ...state,
    problems: Object.fromEntries(Object.entries(state.problems).filter(([name]) => asked.has(name))),
    summary: state.summary.filter(({ name }) => asked.has(name)),
  }
}

/** While typing, a message goes once its answer is right, and none appears. */
function corrected(state: ApplicationState, input: Input | undefined, values: Values, today: string) {
  const before = input && getOwn(state.problems, input.name)
  if (!input || !before) return state.problems
  return withProblem(state.problems, input.name, findProblem(input, values, today) && before)
}

/** On leaving a field its answer is checked. An empty one is let be: the applicant may come back to it. */
function noticed(
  state: ApplicationState,
  input: Input | undefined,
  { today, unreadable = false }: { today: string; unreadable?: boolean },
) {
  if (input !== undefined && unreadable) return withProblem(state.problems, input.name, 'date')
  if (input === undefined || state.kept.has(input.name)) return state.problems
  const empty = (getOwn(state.values, input.name) ?? '').trim() === ''
  if (empty && getOwn(state.problems, input.name) === undefined) return state.problems
  return withProblem(state.problems, input.name, findProblem(input, state.values, today))
}

/** The same state where nothing changed, so that nothing is drawn again. */
const withProblems = (state: ApplicationState, problems: ApplicationState['problems']): ApplicationState =>
  problems === state.problems ? state : { ...state, problems }

function withProblem(
  problems: ApplicationState['problems'],
  name: string,
  problem: FieldProblem | null | undefined,
) {
  if (getOwn(problems, name) === (problem ?? undefined)) return problems
  const others = Object.entries(problems).filter(([other]) => other !== name)
  return Object.fromEntries(problem ? [...others, [name, problem]] : others)
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  if (!names.has(name)) return names
  return new Set([...names].filter((each) => each !== name))
}
