import type { VisibleForm, VisibleSection } from '#domain/catalogue/visible-form'
import { SIGNING } from '#domain/signing-draft'
import type { Link } from '../calls/api.ts'
import type { Answers, NamedProblem } from './given-answers.ts'

export type PlaceEvent =
  | { type: 'sectionOpened'; key: string }
  /** `reviewed`: from the review, to which the applicant may return. */
  | { type: 'fieldSought'; name: string; reviewed: boolean }
  | { type: 'sectionsShown'; all: boolean }

export type Place = {
  /** The open step on phones; null means the first. */
  step: string | null
  /** null means the company's choice. */
  showsAll: boolean | null
  passed: ReadonlySet<string>
  /** The section whose problems kept the applicant from going on. */
  held: string | null
  /** The answer that was opened from the review. */
  reviewed: string | null
  /** The problem that was opened last. */
  sought: string | null
  stopped: string | null
}

type Placed = { place: Place; form: VisibleForm }

export const START: Place = {
  step: null,
  showsAll: null,
  passed: new Set(),
  held: null,
  reviewed: null,
  sought: null,
  stopped: null,
}

export const listSteps = ({ sections, uploads }: VisibleForm): string[] => [
  ...sections.map(({ key }) => key),
  ...(uploads ? ['uploads'] : []),
]

export const openStep = ({ place, form }: Placed): string => place.step ?? listSteps(form)[0] ?? ''

export const showsAll = ({ place, link }: { place: Place; link: Link | null }): boolean =>
  place.showsAll ?? link?.company.applicantSettings.sectionsOnPhones === 'all'

export function sectionOf({ sections }: VisibleForm, name: string): string | undefined {
  const holds = ({ groups }: VisibleSection) =>
    groups.some(({ inputs }) => inputs.some((input) => input.name === name))
  return name === SIGNING ? 'signatures' : sections.find(holds)?.key
}

export const listProblems = (form: VisibleForm, key: string, problems: Answers['problems']): NamedProblem[] =>
  Object.entries(problems)
    .filter(([name]) => sectionOf(form, name) === key)
    .map(([name, problem]) => ({ name, problem }))

/** Steps that the applicant moves on from count as seen. */
export function movePlace(state: Placed, event: PlaceEvent): Place {
  const { form, place } = state
  if (event.type === 'sectionsShown') return { ...place, showsAll: event.all }
  if (event.type === 'sectionOpened') {
    const [from, step, steps] = [openStep(state), event.key, listSteps(form)]
    const isOn = steps.indexOf(step) > steps.indexOf(from)
    const passed = isOn ? new Set([...place.passed, from]) : place.passed
    return { ...place, step, reviewed: null, held: null, passed }
  }
  const { name, reviewed } = event
  const step = sectionOf(form, name) ?? place.step
  return { ...place, step, ...(reviewed ? { reviewed: name } : { reviewed: null, sought: name }) }
}
