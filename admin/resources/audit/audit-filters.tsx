import { MenuItem, TextField } from '@mui/material'
import { AUDIT_SENTENCES } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { toText } from '#domain/json'
import { FilterMenu } from '../../table/filter-menu.tsx'
import { useSearchText } from '../../table/use-search-text.ts'
import { useListFilters } from '../../table/use-list-filters.ts'
import { useTableState } from '../../table/use-table-state.ts'
import { toDay, startOfDay } from './local-days.ts'
import { PersonFilter } from './person-filter.tsx'

const words = auditMessages.filters

const ACTIONS = AUDIT_SENTENCES.map(({ act, sentence }) => ({ value: act, label: sentence }))
const OBJECT_TYPES = Object.entries(auditMessages.objectTypes).map(([value, label]) => ({ value, label }))

/** What the log can be narrowed to. Days are the reader's own; what the call is told are the moments they begin and end. */
export const AuditFilters = () => {
  const { narrowed } = useTableState()
  const narrow = useListFilters()
  const { actorId, act, objectType, from, to } = narrowed
  return (
    <FilterMenu>
      <PersonFilter id={toText(actorId)} onChange={(id) => narrow({ actorId: id })} />
      <Choice
        label={words.act}
        value={toText(act)}
        options={ACTIONS}
        onChange={(value) => narrow({ act: value })}
      />
      <Choice
        label={words.objectType}
        value={toText(objectType)}
        options={OBJECT_TYPES}
        onChange={(value) => narrow({ objectType: value })}
      />
      <Day
        label={words.from}
        day={toDay(toText(from))}
        onChange={(day) => narrow({ from: startOfDay(day) })}
      />
      <Day
        label={words.to}
        day={toDay(toText(to), 1)}
        onChange={(day) => narrow({ to: startOfDay(day, 1) })}
      />
    </FilterMenu>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={options.some((option) => option.value === value) ? value : ''}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{
      inputLabel: { shrink: true },
      select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } },
    }}
  >
    <MenuItem value="">{words.all}</MenuItem>
    {options.map((option) => (
      <MenuItem key={option.value} value={option.value}>
        {option.label}
      </MenuItem>
    ))}
  </TextField>
)

type DayProps = { label: string; day: string; onChange: (day: string) => void }

/** A day takes effect a moment after the last key, as a year is typed digit by digit. */
const Day = ({ label, day, onChange }: DayProps) => {
  const { text, change } = useSearchText(day, onChange)
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-30' } }}
    />
  )
}
