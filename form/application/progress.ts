import { findProblem } from '#domain/catalogue/validate'
import { getOwn } from '#domain/get-own'
import { readSigning } from '#domain/signing-draft'
import type { Turn } from './event.ts'
import { hasAnswer, type Answers } from './given-answers.ts'
import { countedInputs, toOverview, type IsRight, type Overview } from './overview.ts'
import type { State } from './state.ts'
import { set } from './turn.ts'
import { attachedStatements } from '../uploads/attached-statements.ts'
import { missingMonths } from '#domain/statement-summary'

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
  const { state } = turn
  if (SOURCES.some((source) => state[source] !== before[source])) set(turn, { overview: look(turn) })
}

function look({ state, today }: Turn): Overview {
  const { asked, ...statements } = attachedStatements(state.uploads.files.items, today)
  const hasStatements = missingMonths(asked, statements).length === 0
  return toOverview(state, checkedBy(state, today), hasStatements)
}

/** @returns the first step that is not done; optional ones that the applicant skipped don't count. */
export function whereStopped(turn: Turn): string | null {
  const { state } = turn
  const { steps } = look(turn)
  const last = steps.findLastIndex(({ is }) => is !== 'new')
  const isOptional = (key: string) =>
    !state.form.sections.some(
      (section) => section.key === key && countedInputs(section, state).some((input) => input.required),
    )
  const open = steps.find(({ key, is }, index) => is !== 'done' && !(index < last && isOptional(key)))
  return open?.key ?? null
}
