import { businessInfo } from './business-info.ts'
import type { Group, Input, Section, Toggle } from './define.ts'
import { partners } from './partners.ts'
import { questions } from './questions.ts'
import { references } from './references.ts'
import { signatures } from './signatures.ts'
import { BANK_STATEMENTS_TOGGLE, uploads } from './uploads.ts'

export const CATALOGUE: readonly Section[] = [
  businessInfo,
  references,
  questions,
  partners,
  signatures,
  uploads,
]

const groups: readonly Group[] = CATALOGUE.flatMap((section) => section.groups)

export const INPUTS: ReadonlyMap<string, Input> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.inputs.map((i) => [i.name, i] as const)),
  ),
)

/** Every toggle by `group.key`, aliases included. */
export const TOGGLES: ReadonlyMap<string, Toggle> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) =>
      [toggle.key, ...toggle.aliases].map((key) => [`${group.settingsGroup}.${key}`, toggle] as const),
    ),
  ),
)

/** Legacy name to canonical name of an input; only toggles of one input have aliases. */
export const ALIASES: ReadonlyMap<string, string> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.aliases.map((alias) => [alias, toggle.key] as const)),
  ),
)

export const SETTINGS_GROUPS: ReadonlyMap<string, readonly Toggle[]> = groups.reduce(
  (map, group) => map.set(group.settingsGroup, [...(map.get(group.settingsGroup) ?? []), ...group.toggles]),
  new Map<string, Toggle[]>(),
)

export const isOffered = (toggle: Toggle): boolean =>
  toggle.inputs.length > 0 || toggle.key === BANK_STATEMENTS_TOGGLE

function unique<V>(entries: readonly (readonly [string, V])[]): Map<string, V> {
  const map = new Map(entries)
  if (map.size !== entries.length) throw new Error('The catalogue names something twice')
  return map
}
