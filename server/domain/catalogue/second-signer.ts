import { input, yesNo, type Input } from './define.ts'
import { INPUTS } from './index.ts'
import type { VisibleForm } from './visible-form.ts'

export const ELSEWHERE = 'On another device'

const place = yesNo('secondSignerPlace', 'Where does the second person sign?', {
  choices: ['Here', ELSEWHERE],
  defaultValue: 'Here',
})
const whenElsewhere = { input: place.name, equals: ELSEWHERE }
const name = input('text', 'secondSignerName', 'Full name of the second signer', {
  required: true,
  showWhen: whenElsewhere,
})
const email = input('email', 'secondSignerEmail', 'Email of the second signer', {
  showWhen: whenElsewhere,
  help: 'The link for signing goes there.',
})

/** Asked by the form and kept in its draft; a submit carries them as `secondSignerInvite`. */
export const INVITE_INPUTS: readonly [place: Input, name: Input, email: Input] = [place, name, email]
export const INVITE_NAMES: ReadonlySet<string> = new Set(INVITE_INPUTS.map((each) => each.name))
export const DRAFT_INPUTS: ReadonlyMap<string, Input> = new Map([
  ...INPUTS,
  ...INVITE_INPUTS.map((each) => [each.name, each] as const),
])

/** Asks where the second person signs before the fields of signer 2. */
export function withInvite(form: VisibleForm): VisibleForm {
  const showWhen = { input: place.name, equals: place.defaultValue }
  const sections = form.sections.map((section) => ({
    ...section,
    groups: section.groups.map((group) =>
      group.key === 'signer2'
        ? {
            ...group,
            inputs: [place, name, email, ...group.inputs.map((each) => ({ ...each, showWhen }))],
          }
        : group,
    ),
  }))
  const asks = sections.some(({ groups }) => groups.some(({ inputs }) => inputs.includes(place)))
  return asks ? { ...form, sections, inputNames: withInviteNames(form.inputNames) } : form
}

export const withInviteNames = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names, ...INVITE_NAMES])
