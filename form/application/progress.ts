import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup, VisibleSection } from '#domain/catalogue/visible-form'
import { isAnswered, isAsked, type Answers } from './given-answers.ts'

type Progress = { done: number; total: number }

type Given = Pick<Answers, 'values' | 'kept' | 'secondSigner'>

export const sectionProgress = (section: VisibleSection, state: Given): Progress =>
  count(
    section.groups.filter((group) => countsIn(group, state)).flatMap((group) => group.inputs),
    state,
  )

export const requiredProgress = (form: VisibleForm, state: Given): Progress =>
  count(
    form.sections
      .flatMap((section) => section.groups.filter((group) => isAsked(group, state)))
      .flatMap((group) => group.inputs.filter((input) => input.required)),
    state,
  )

const isBegun = (group: VisibleGroup, state: Pick<Given, 'values' | 'kept'>): boolean =>
  group.inputs.some((input) => isAnswered(state, input.name))

/** A second partner is optional and counts once any of its questions is answered. */
const countsIn = (group: VisibleGroup, state: Given): boolean =>
  isAsked(group, state) && (group.key !== 'partner2' || isBegun(group, state))

function count(inputs: readonly Input[], state: Given): Progress {
  const shown = inputs.filter((input) => isShown(input, state.values))
  return { done: shown.filter((input) => isAnswered(state, input.name)).length, total: shown.length }
}
