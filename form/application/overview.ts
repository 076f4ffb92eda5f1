import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup, VisibleSection } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { SIGNING } from '#domain/signing-draft'
import { hasFailed, type Uploads } from '../uploads/files.ts'
import { hasAnswer, isAsked, type Answers } from './given-answers.ts'
import { listSteps, type Place } from './place.ts'

type Progress = { done: number; total: number }

export type StepState = 'new' | 'begun' | 'done' | 'wrong'

type Step = { key: string; is: StepState }

export type Overview = {
  /** of required answers, signatures and statements */
  progress: Progress
  steps: readonly Step[]
  /** The first problem of the last submit after the one that was opened last. */
  nextProblem: string | null
}

type Given = Pick<Answers, 'values' | 'kept' | 'problems' | 'secondSigner' | 'folded'>

/** The parts of the state that the overview depends on. */
type Filled = Answers & { form: VisibleForm; place: Place; uploads: Uploads }

export type IsRight = (input: Input) => boolean

export const stateOf = (key: string, { overview }: { overview: Overview }): StepState =>
  overview.steps.find((step) => step.key === key)?.is ?? 'new'

/** `isRight` checks an answer: the rules aren't part of the first view, where there are no answers. */
export const toOverview = (state: Filled, isRight: IsRight, hasStatements: boolean): Overview => ({
  progress: toProgress(state, isRight, hasStatements),
  steps: listSteps(state.form).map((key) => toStep(key, state, isRight)),
  nextProblem: nextProblem(state),
})

/** Defaults ('No') are no answers, and their questions need none. */
export function toProgress(
  state: Given & { form: VisibleForm },
  isRight: IsRight,
  hasStatements: boolean,
): Progress {
  const inputs = state.form.sections
    .flatMap((section) => section.groups.filter((group) => isAsked(group, state)))
    .flatMap((group) => shown(group.inputs, state))
    .filter(({ required, kind, defaultValue }) => (required || kind === 'signature') && defaultValue === '')
  const papers = state.form.uploads ? [hasStatements] : []
  const all = [...inputs.map(isRight), ...papers]
  return { done: all.filter(Boolean).length, total: all.length }
}

/** A second partner is optional and counts once any of its questions is answered. */
export const isCounted = (group: VisibleGroup, state: Given): boolean =>
  isAsked(group, state) && (group.key !== 'partner2' || group.inputs.some((input) => hasAnswer(input, state)))

export const countedInputs = (section: VisibleSection, state: Given): Input[] =>
  section.groups.filter((group) => isCounted(group, state)).flatMap((group) => shown(group.inputs, state))

function toStep(key: string, state: Filled, isRight: IsRight): Step {
  const section = state.form.sections.find((each) => each.key === key)
  const inputs = section ? countedInputs(section, state) : []
  const isPassed = state.place.passed.has(key)
  const is = key === 'uploads' ? uploadsState(state) : sectionState(inputs, state, isRight, isPassed)
  return { key, is }
}

function uploadsState({ uploads }: Pick<Filled, 'uploads'>): StepState {
  if (hasFailed(uploads)) return 'wrong'
  return uploads.files.items.length > 0 ? 'done' : 'new'
}

function sectionState(
  inputs: readonly Input[],
  state: Given,
  isRight: IsRight,
  isPassed: boolean,
): StepState {
  const names = inputs.flatMap(({ name, kind }) => (kind === 'signature' ? [name, SIGNING] : [name]))
  if (names.some((name) => getOwn(state.problems, name) !== undefined)) return 'wrong'
  if (!isPassed && !inputs.some((input) => hasAnswer(input, state))) return 'new'
  const isWanted = (input: Input) => input.required || input.kind === 'signature' || hasAnswer(input, state)
  return inputs.filter(isWanted).every(isRight) ? 'done' : 'begun'
}

function nextProblem({ summary, problems, place }: Filled): string | null {
  const from = summary.findIndex(({ name }) => name === place.sought) + 1
  const next = [...summary.slice(from), ...summary.slice(0, from)]
  return next.find(({ name }) => getOwn(problems, name) !== undefined)?.name ?? null
}

const shown = (inputs: readonly Input[], { values }: Given): Input[] =>
  inputs.filter((input) => isShown(input, values))
