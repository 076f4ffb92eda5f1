import { useMemo } from 'react'
import { useInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Group, Toggle } from '#domain/catalogue/define'
import {
  isOn,
  parseSettings,
  serialiseSettings,
  setAllToggles,
  setToggle,
  type Settings,
} from '#domain/catalogue/settings'
import { toText } from '#domain/json'

const SOURCE = 'appEditorSettings'

export function useSettings(): Settings {
  const text = toText(useWatch({ name: SOURCE }))
  return useMemo(() => parseSettings(text), [text])
}

export function useSettingsInput() {
  const { field } = useInput<string>({ source: SOURCE })
  const settings = useSettings()
  const set = (next: Settings): void => field.onChange(serialiseSettings(next))
  return {
    settings,
    flip: ({ settingsGroup }: Group, { key }: Toggle): void =>
      set(setToggle(settings, settingsGroup, key, !isOn(settings, settingsGroup, key))),
    setAll: (on: boolean): void => set(setAllToggles(settings, on)),
  }
}
