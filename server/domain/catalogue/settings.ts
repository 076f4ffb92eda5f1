import { isRecord, parseJson } from '../json.ts'
import { LIMITS } from '../limits.ts'
import type { GroupKey } from './define.ts'
import { isOffered, SETTINGS_GROUPS, TOGGLES } from './index.ts'
import { partners } from './partners.ts'

export type Settings = ReadonlyMap<string, boolean>

/** The stored text is no JSON object. */
export class SettingsError extends Error {}

/** An entry that is ignored when settings are read and refused when they are written. */
type SettingsProblem = { name: string; is: 'unknown' | 'notBoolean' }

const ALL = [...SETTINGS_GROUPS].flatMap(([group, toggles]) =>
  toggles.map((toggle) => ({ name: `${group}.${toggle.key}`, offered: isOffered(toggle) })),
)

/** Partners may be nested (`partners.partner1.Name`) as well as flat (`partners.partner1Name`). */
const NESTED: ReadonlySet<string> = new Set(
  partners.groups.map(({ settingsGroup, key }) => `${settingsGroup}.${key}`),
)

export const setAllToggles = (settings: Settings, on: boolean): Settings =>
  new Map(ALL.map(({ name, offered }) => [name, offered ? on : (settings.get(name) ?? true)]))

export const allOn = (): Settings => setAllToggles(new Map(), true)

export const allOff = (): Settings => setAllToggles(new Map(), false)

export const isOn = (settings: Settings, group: GroupKey, key: string): boolean =>
  settings.get(`${group}.${key}`) ?? true

export const setToggle = (settings: Settings, group: GroupKey, key: string, on: boolean): Settings =>
  new Map(settings).set(`${group}.${key}`, on)

/**
 * Null or empty is all on, a missing key is on, a legacy key stands for its canonical one, which wins if
 * both are there.
 * @throws SettingsError
 */
export function readSettings(text: string | null): { settings: Settings; problems: SettingsProblem[] } {
  const settings = new Map(allOn())
  const problems: SettingsProblem[] = []
  const canonical = new Set<string>()
  for (const { name, group, key, value } of entriesIn(text)) {
    const toggle = TOGGLES.get(`${group}.${key}`)
    if (!toggle) problems.push({ name, is: SETTINGS_GROUPS.has(name) ? 'notBoolean' : 'unknown' })
    else if (typeof value !== 'boolean') problems.push({ name, is: 'notBoolean' })
    else {
      const target = `${group}.${toggle.key}`
      if (key === toggle.key) canonical.add(target)
      if (key === toggle.key || !canonical.has(target)) settings.set(target, value)
    }
  }
  return { settings, problems }
}

/** The switches in a stored text, by their group. Entries of another form are left out. */
export function settingsObject(text: string): Record<string, Record<string, boolean>> {
  const groups = parseJson(text)
  const isSwitch = (entry: [string, unknown]): entry is [string, boolean] => typeof entry[1] === 'boolean'
  return Object.fromEntries(
    Object.entries(isRecord(groups) ? groups : {}).flatMap(([group, switches]) =>
      isRecord(switches) ? [[group, Object.fromEntries(Object.entries(switches).filter(isSwitch))]] : [],
    ),
  )
}

export const parseSettings = (text: string | null): Settings => readSettings(text).settings

export const serialiseSettings = (settings: Settings): string =>
  JSON.stringify(
    Object.fromEntries(
      [...SETTINGS_GROUPS].map(([group, toggles]) => [
        group,
        Object.fromEntries(toggles.map(({ key }) => [key, settings.get(`${group}.${key}`) ?? true])),
      ]),
    ),
  )

type Entry = { name: string; group: string; key: string; value: unknown }

function entriesIn(text: string | null): Entry[] {
  if (text === null || text.trim() === '') return []
  if (text.length > LIMITS.storedSettingsLength) throw new SettingsError('too long')
  const groups = parseJson(text)
  if (!isRecord(groups)) throw new SettingsError('not a JSON object')
  return Object.entries(groups).flatMap(([group, toggles]) =>
    SETTINGS_GROUPS.has(group) && isRecord(toggles)
      ? Object.entries(toggles).flatMap(([key, value]) => toEntries(group, key, value))
      : [{ name: group, group: '', key: group, value: toggles }],
  )
}

function toEntries(group: string, key: string, value: unknown): Entry[] {
  const name = `${group}.${key}`
  if (!NESTED.has(name) || !isRecord(value)) return [{ name, group, key, value }]
  return Object.entries(value).map(([rest, inner]) => ({
    name: `${name}.${rest}`,
    group,
    key: key + rest,
    value: inner,
  }))
}
