import SearchIcon from '@mui/icons-material/Search'
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { InputAdornment, Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useEffect } from 'react'
import { TextInput, useLocation, useListContext, useStore, useTranslateLabel } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isRecord, toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { useShortcuts } from '../layout/shortcuts.ts'
import type { ColumnInfo } from './columns.tsx'
import { PopoverButton } from './filters.tsx'

type Props = {
  label: string
  disabled: boolean
  validate: ((text: string) => string | undefined) | undefined
}

const words = panelMessages.table

/** '/' anywhere on the page focuses it, Esc clears it. */
export const SearchBox = ({ label, disabled, validate }: Props) => {
  const { setValue } = useFormContext()
  const state: unknown = useLocation().state
  const isWanted = isRecord(state) && state.search === true
  useEffect(() => {
    if (isWanted) focusSearch()
  }, [isWanted])
  useShortcuts(SHORTCUT)
  return (
    <TextInput
      source="q"
      label={false}
      helperText={false}
      type="search"
      resettable
      disabled={disabled}
      validate={(text: unknown) => validate?.(toText(text))}
      placeholder={words.search}
      title={disabled ? words.noSearch : words.searchHint}
      onKeyDown={({ key }) => key === 'Escape' && setValue('q', '')}
      slotProps={{
        htmlInput: {
          'aria-label': words.searchLabel(label),
          'aria-keyshortcuts': '/',
          maxLength: LIMITS.searchLength,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
      sx={{
        flex: { xs: '1 1 100%', sm: '1 1 180px' },
        maxWidth: { sm: 320 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  )
}

function focusSearch(): void {
  // The form's setFocus waits for a tick, in which further keys would be lost.
  const input = document.querySelector<HTMLInputElement>('input[name="q"]')
  input?.focus()
  input?.select()
}

const SHORTCUT = { '/': focusSearch }

type ColumnMenuProps = { page: PageKey; columns: readonly ColumnInfo[]; hiddenAtFirst: string[] }

/** Stores the hidden columns where react-admin's DataTable looks for them. The last visible one can't be hidden. */
export const ColumnMenu = ({ page, columns, hiddenAtFirst }: ColumnMenuProps) => {
  const [hidden, setHidden] = useStore<string[]>(`${page}.datatable`, hiddenAtFirst)
  const { setPage } = useListContext()
  const translateLabel = useTranslateLabel()
  const isLast = columns.filter(({ source }) => !hidden.includes(source)).length === 1
  const toggle = (source: string, isHidden: boolean) => {
    setHidden(isHidden ? hidden.filter((other) => other !== source) : [...hidden, source])
    setPage(1)
  }
  return (
    <PopoverButton
      label={words.configureColumns}
      title={words.visibleColumns}
      isIcon
      icon={<ViewColumnIcon fontSize="small" />}
    >
      {() => (
        <FormGroup>
          {columns.map(({ source }) => {
            const isHidden = hidden.includes(source)
            const isFixed = isLast && !isHidden
            return (
              <FormControlLabel
                key={source}
                label={translateLabel({ resource: page, source })}
                title={isFixed ? words.lastColumn : undefined}
                disabled={isFixed}
                control={
                  <Checkbox size="small" checked={!isHidden} onChange={() => toggle(source, isHidden)} />
                }
              />
            )
          })}
        </FormGroup>
      )}
    </PopoverButton>
  )
}
