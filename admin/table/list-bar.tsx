import SearchIcon from '@mui/icons-material/Search'
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { InputAdornment, Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useEffect } from 'react'
import { TextInput, useLocation, useListContext, useStore, useTranslateLabel } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isRecord } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { useShortcuts } from '../layout/shortcuts.ts'
import { findSearchText, keepSearchText } from '../providers/search-texts.ts'
import { PopoverButton } from './filters.tsx'

export type Search = {
  /** @returns why the text can't be searched for */
  reject?: (text: string) => string | undefined
  /** @returns whether the text is searched for elsewhere, and goes from here */
  take?: (text: string) => boolean
}

type Props = { label: string; disabled: boolean; search?: Search }

const words = panelMessages.table

/** '/' anywhere on the page focuses it, Esc clears it. Its value is the key that the address holds. */
export const SearchBox = ({ label, disabled, search }: Props) => {
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
      format={findSearchText}
      parse={(text: string) => keepSearchText(search?.take?.(text) ? '' : text)}
      label={false}
      helperText={false}
      type="search"
      resettable
      disabled={disabled}
      validate={(key: unknown) => search?.reject?.(findSearchText(key))}
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
        flex: { xs: '1 1 132px', sm: '1 1 180px' },
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

type ColumnMenuProps = { sources: readonly string[]; hiddenAtFirst: string[] }

/** Stores the hidden columns where react-admin's DataTable looks for them. The last visible one can't be hidden. */
export const ColumnMenu = ({ sources, hiddenAtFirst }: ColumnMenuProps) => {
  const { resource, setPage } = useListContext()
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenAtFirst)
  const translateLabel = useTranslateLabel()
  const shown = sources.filter((source) => !hidden.includes(source))
  const toggle = (source: string, isShown: boolean) => {
    setHidden(isShown ? [...hidden, source] : hidden.filter((other) => other !== source))
    setPage(1)
  }
  const toOption = (source: string) => {
    const isShown = shown.includes(source)
    const isLast = isShown && shown.length === 1
    return (
      <FormControlLabel
        key={source}
        label={translateLabel({ resource, source })}
        title={isLast ? words.lastColumn : undefined}
        disabled={isLast}
        control={<Checkbox size="small" checked={isShown} onChange={() => toggle(source, isShown)} />}
      />
    )
  }
  return (
    <PopoverButton
      label={words.configureColumns}
      title={words.visibleColumns}
      isIcon
      icon={<ViewColumnIcon fontSize="small" />}
    >
      {() => <FormGroup>{sources.map(toOption)}</FormGroup>}
    </PopoverButton>
  )
}
