import { findProblem } from '#domain/catalogue/validate'
import { getOwn } from '#domain/get-own'
import { readSigning } from '#domain/signing-draft'
import type { Turn } from './event.ts'
import { hasAnswer, type Answers } from './given-answers.ts'
import { countedInputs, toOverview, type IsRight } from './overview.ts'
import type { State } from './state.ts'
import { set } from './turn.ts'

type Given = Pick<Answers, 'values' | 'kept' | 'problems'>

export const checkedBy =
  (state: Given, today: string): IsRight =>
  (input) =>
    hasAnswer(input, state) &&
    getOwn(state.problems, input.name) === undefined &&
    (input.kind !== 'signature' || readSigning(state.values) !== null) &&
    (state.kept.has(input.name) || findProblem(input, state.values, today) === null)

const SOURCES = [
  ...([
    'form',
    'values',
    'kept',
    'problems',
    'summary',
    'secondSigner',
    'folded',
    'uploads',
    'place',
  ] as const),
]

/** Once per event, as many components select parts of it on each keystroke. */
export function updateOverview(turn: Turn, before: State): void {
  const { state, today } = turn
  if (SOURCES.some((source) => state[source] !== before[source]))
    set(turn, { overview: toOverview(state, checkedBy(state, today)) })
}

/** @returns the first step that is not done; optional ones that the applicant skipped don't count. */
export function whereStopped({ state, today }: Turn): string | null {
  const { steps } = toOverview(state, checkedBy(state, today))
  const last = steps.findLastIndex(({ is }) => is !== 'new')
  const isOptional = (key: string) =>
    !state.form.sections.some(
      (section) => section.key === key && countedInputs(section, state).some((input) => input.required),
    )
  const open = steps.find(({ key, is }, index) => is !== 'done' && !(index < last && isOptional(key)))
  return open?.key ?? null
}
