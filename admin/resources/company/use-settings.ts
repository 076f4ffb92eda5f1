import { useMemo } from 'react'
import { useInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { CATALOGUE, isOffered } from '#domain/catalogue/index'
import type { Group, Toggle } from '#domain/catalogue/define'
import {
  allOff,
  allOn,
  isOn,
  parseSettings,
  serialiseSettings,
  type Settings,
} from '#domain/catalogue/settings'
import { textOf } from '#domain/json'

const SOURCE = 'appEditorSettings'

/** The switches as they stand in the form, to be read. */
export function useSettings(): Settings {
  const text = textOf(useWatch({ name: SOURCE }))
  return useMemo(() => parseSettings(text), [text])
}

/** The same to be changed; the text in the form is ours, so it can be read. */
export function useSettingsInput() {
  const { field } = useInput<string>({ source: SOURCE })
  const settings = useSettings()
  const set = (next: Settings): void => field.onChange(serialiseSettings(next))
  return {
    settings,
    flip: ({ settingsGroup }: Group, { key }: Toggle): void =>
      set({
        ...settings,
        [settingsGroup]: { ...settings[settingsGroup], [key]: !isOn(settings, settingsGroup, key) },
      }),
    /** Switches that have nothing on the form stay as they are. */
    setAll: (on: boolean): void => set(merged(settings, on ? allOn() : allOff())),
  }
}

const OFFERED: ReadonlySet<string> = new Set(
  CATALOGUE.flatMap(({ groups }) => groups).flatMap(({ settingsGroup, toggles }) =>
    toggles.filter(isOffered).map(({ key }) => `${settingsGroup}.${key}`),
  ),
)

const merged = (settings: Settings, all: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([group, toggles]) => [
      group,
      Object.fromEntries(
        Object.entries(toggles).map(([key, on]) => [
          key,
          OFFERED.has(`${group}.${key}`) ? (all[group]?.[key] ?? on) : on,
        ]),
      ),
    ]),
  )
