import { isRecord } from '../json.ts'
import type { GroupKey } from './define.ts'
import { isOffered, SETTINGS_GROUPS } from './index.ts'

/** A company's switches: group → canonical key → shown. Keys the catalogue does not know are carried along. */
export type Settings = Record<string, Record<string, boolean>>

/** The stored text is not JSON, or not groups of booleans. */
export class SettingsError extends Error {}

/** Everything on: what a company has before it chooses (spec section 3). */
export const allOn = (): Settings => every(true)

/** 'Deselect All Fields'. */
export const allOff = (): Settings => every(false)

/**
 * Reads `appEditorSettings`: null or empty is all on, a missing key is on, a legacy key stands for its canonical one,
 * which wins if both are there. Partners may be nested (`partners.partner1.Name`) or flat (`partners.partner1Name`).
 * @throws SettingsError
 */
export function parseSettings(text: string | null): Settings {
  const settings = allOn()
  if (text === null || text.trim() === '') return settings
  for (const [group, toggles] of Object.entries(readGroups(text))) {
    const known = SETTINGS_GROUPS.get(group) ?? []
    const canonical = new Map(known.flatMap((toggle) => toggle.aliases.map((alias) => [alias, toggle.key])))
    const target = (settings[group] ??= {})
    for (const [key, value] of Object.entries(toggles)) {
      const name = canonical.get(key)
      if (name === undefined) target[key] = value
      else if (!Object.hasOwn(toggles, name)) target[name] = value
    }
  }
  return settings
}

export const serialiseSettings = (settings: Settings): string => JSON.stringify(settings)

/** Is this toggle on? Absent is on. */
export const isOn = (settings: Settings, group: GroupKey, key: string): boolean =>
  settings[group]?.[key] ?? true

function every(on: boolean): Settings {
  return Object.fromEntries(
    [...SETTINGS_GROUPS].map(([group, toggles]) => [
      group,
      Object.fromEntries(toggles.map((toggle) => [toggle.key, isOffered(toggle) ? on : true])),
    ]),
  )
}

function readGroups(text: string): Settings {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new SettingsError('not JSON', { cause })
  }
  const groups = Object.entries(record(parsed))
  return Object.fromEntries(groups.map(([group, toggles]) => [safe(group), flatten(record(toggles))]))
}

function flatten(toggles: Record<string, unknown>, prefix = ''): Record<string, boolean> {
  const flat: Record<string, boolean> = {}
  for (const [key, value] of Object.entries(toggles)) {
    if (typeof value === 'boolean') flat[safe(prefix + key)] = value
    else if (prefix === '') Object.assign(flat, flatten(record(value), key))
    else throw new SettingsError(`${prefix}${key} is neither true nor false`)
  }
  return flat
}

/** As a key of ours this name would reach every object there is. */
function safe(key: string): string {
  if (key === '__proto__') throw new SettingsError('__proto__ is no group and no field')
  return key
}

function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new SettingsError('not an object')
  return value
}
