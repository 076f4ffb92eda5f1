import { businessInfo } from './business-info.ts'
import type { Group, Input, Section, Toggle } from './define.ts'
import { partners } from './partners.ts'
import { questions } from './questions.ts'
import { references } from './references.ts'
import { signatures } from './signatures.ts'
import { BANK_STATEMENTS_TOGGLE, uploads } from './uploads.ts'

/** Everything an application can ask, in the order of spec section 2. */
export const CATALOGUE: readonly Section[] = [
  businessInfo,
  references,
  questions,
  partners,
  signatures,
  uploads,
]

const groups: readonly Group[] = CATALOGUE.flatMap((section) => section.groups)

/** Every input by its canonical name. */
export const INPUTS: ReadonlyMap<string, Input> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.inputs.map((i) => [i.name, i] as const)),
  ),
)

/** Every toggle by `group.key`, under its aliases too. */
export const TOGGLES: ReadonlyMap<string, Toggle> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) =>
      [toggle.key, ...toggle.aliases].map((key) => [`${group.settingsGroup}.${key}`, toggle] as const),
    ),
  ),
)

/** Legacy name → canonical name of an input (decisions section 4); only toggles of one input carry aliases. */
export const ALIASES: ReadonlyMap<string, string> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.aliases.map((alias) => [alias, toggle.key] as const)),
  ),
)

/** The groups of stored settings with their toggles, in catalogue order. */
export const SETTINGS_GROUPS: ReadonlyMap<string, readonly Toggle[]> = groups.reduce(
  (map, group) => map.set(group.settingsGroup, [...(map.get(group.settingsGroup) ?? []), ...group.toggles]),
  new Map<string, Toggle[]>(),
)

/** Has the toggle anything to show on the form? The others are kept on save and not offered (decisions 4). */
export const isOffered = (toggle: Toggle): boolean =>
  toggle.inputs.length > 0 || toggle.key === BANK_STATEMENTS_TOGGLE

function unique<V>(entries: readonly (readonly [string, V])[]): Map<string, V> {
  const map = new Map(entries)
  if (map.size !== entries.length) throw new Error('The catalogue names something twice')
  return map
}
