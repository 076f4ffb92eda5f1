import type { Input } from '#domain/catalogue/define'
import { isShown, type Values } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup, VisibleSection } from '#domain/catalogue/visible-form'
import { isAsked, type ApplicationState } from './application-state.ts'

export type Progress = { done: number; total: number }

type Answers = Pick<ApplicationState, 'values' | 'secondSigner'>

/** '3 of 8 done': questions that are asked now, and how many have an answer, a default one included. */
export const sectionProgress = (section: VisibleSection, state: Answers): Progress =>
  count(
    section.groups.filter((group) => countsIn(group, state)).flatMap((group) => group.inputs),
    state.values,
  )

/** How far the answers are that the form cannot do without. */
export const requiredProgress = (form: VisibleForm, state: Answers): Progress =>
  count(
    form.sections
      .flatMap((section) => section.groups.filter((group) => isAsked(group, state)))
      .flatMap((group) => group.inputs.filter((input) => input.required)),
    state.values,
  )

/** Has anything of a group been answered? */
export const isBegun = (group: VisibleGroup, values: Values): boolean =>
  group.inputs.some((input) => answered(input, values))

/** A second partner is always optional, so it counts only once it is begun. */
const countsIn = (group: VisibleGroup, state: Answers): boolean =>
  group.key === 'partner2' ? isBegun(group, state.values) : isAsked(group, state)

function count(inputs: readonly Input[], values: Values): Progress {
  const shown = inputs.filter((input) => isShown(input, values))
  return { done: shown.filter((input) => answered(input, values)).length, total: shown.length }
}

const answered = (input: Input, values: Values): boolean => (values[input.name] ?? '').trim() !== ''
