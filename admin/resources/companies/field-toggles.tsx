import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, ButtonBase, Typography } from '@mui/material'
import { useId, useMemo } from 'react'
import { useInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { CATALOGUE, isOffered } from '#domain/catalogue/index'
import type { Group, Section, Toggle } from '#domain/catalogue/define'
import {
  isOn,
  parseSettings,
  serialiseSettings,
  setAllToggles,
  setToggle,
  type Settings,
} from '#domain/catalogue/settings'
import { companyMessages } from '#domain/messages/panel-company'
import { toText } from '#domain/json'

const words = companyMessages.fields

export const FieldToggles = () => {
  const { settings, flip, setAll } = useSettingsInput()
  const count = (section: Section) => {
    const all = section.groups.flatMap((group) =>
      group.toggles.filter(isOffered).map(({ key }) => isOn(settings, group.settingsGroup, key)),
    )
    return words.shown(all.filter(Boolean).length, all.length)
  }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button size="small" variant="outlined" onClick={() => setAll(true)}>
          {words.selectAll}
        </Button>
        <Button size="small" variant="outlined" onClick={() => setAll(false)}>
          {words.deselectAll}
        </Button>
      </Box>
      {CATALOGUE.map((section) => (
        <Box component="section" key={section.key} aria-label={words.sections[section.key]}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, mb: 2 }}>
            <Typography variant="h3">{words.sections[section.key]}</Typography>
            <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {count(section)}
            </Typography>
          </Box>
          {section.groups
            .filter(({ toggles }) => toggles.some(isOffered))
            .map((group) => (
              <ToggleGroup
                key={group.key}
                group={group}
                name={group.title ?? words.sections[section.key]}
                hasTitle={group.title !== null && section.groups.length > 1}
                isShown={({ key }) => isOn(settings, group.settingsGroup, key)}
                onFlip={(toggle) => flip(group, toggle)}
              />
            ))}
        </Box>
      ))}
    </Box>
  )
}

type GroupProps = {
  group: Group
  name: string
  hasTitle: boolean
  isShown: (toggle: Toggle) => boolean
  onFlip: (toggle: Toggle) => void
}

const ToggleGroup = ({ group, name, hasTitle, isShown, onFlip }: GroupProps) => {
  const id = useId()
  return (
    <Box role="group" {...(hasTitle ? { 'aria-labelledby': id } : { 'aria-label': name })} sx={{ mb: 3 }}>
      {hasTitle && (
        <Typography variant="body2" color="text.secondary" id={id} sx={{ mb: 1 }}>
          {name}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {group.toggles.filter(isOffered).map((toggle) => (
          <FieldToggle
            key={toggle.key}
            label={toggle.label}
            isOn={isShown(toggle)}
            onFlip={() => onFlip(toggle)}
          />
        ))}
      </Box>
    </Box>
  )
}

/** One button in both states, so that the focus stays. */
const FieldToggle = ({ label, isOn: on, onFlip }: { label: string; isOn: boolean; onFlip: () => void }) => (
  <ButtonBase aria-pressed={on} aria-label={label} onClick={onFlip} sx={on ? onStyle : offStyle}>
    {!on && <span aria-hidden>+&nbsp;</span>}
    {label}
    {on && <CloseIcon color="error" sx={{ fontSize: 16, ml: 1.5 }} />}
  </ButtonBase>
)

const onStyle = {
  minHeight: 32,
  px: 2.5,
  py: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: 13,
  textAlign: 'left',
  '&:hover': { backgroundColor: 'action.hover' },
}
const offStyle = { ...onStyle, borderStyle: 'dashed', color: 'text.secondary' }

const SOURCE = 'appEditorSettings'

export function useSettings(): Settings {
  const text = toText(useWatch({ name: SOURCE }))
  return useMemo(() => parseSettings(text), [text])
}

function useSettingsInput() {
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
