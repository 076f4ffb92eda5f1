import SearchIcon from '@mui/icons-material/Search'
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { InputAdornment, Checkbox, FormControlLabel, FormGroup } from '@mui/material'
import { useEffect } from 'react'
import {
  TextInput,
  useLocation,
  useListContext,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isRecord } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { useShortcuts } from '../layout/shortcuts.ts'
import { findSearchText, keepSearchText } from '../providers/search-texts.ts'
import { PopoverButton } from './filters.tsx'

type Props = {
  label: string
  disabled: boolean
  /** @returns why the text can't be searched for */
  reject: ((text: string) => string | undefined) | undefined
  /** @returns whether the text is searched for elsewhere, and goes from here */
  take: ((text: string) => boolean) | undefined
}

const words = panelMessages.table

/** '/' anywhere on the page focuses it, Esc clears it. Its value is the key that the address holds. */
export const SearchBox = ({ label, disabled, reject, take }: Props) => {
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
      parse={(text: string) => keepSearchText(take?.(text) ? '' : text)}
      label={false}
      helperText={false}
      type="search"
      resettable
      disabled={disabled}
      validate={(key: unknown) => reject?.(findSearchText(key))}
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
        flex: { xs: '1 0 132px', sm: '1 1 180px' },
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
  const resource = useResourceContext()
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenAtFirst)
  const { setPage } = useListContext()
  const translateLabel = useTranslateLabel()
  const isLast = sources.filter((source) => !hidden.includes(source)).length === 1
  const toggle = (source: string, isHidden: boolean) => {
    setHidden(isHidden ? hidden.filter((other) => other !== source) : [...hidden, source])
    setPage(1)
  }
  const toOption = (source: string) => {
    const isHidden = hidden.includes(source)
    const isFixed = isLast && !isHidden
    return (
      <FormControlLabel
        key={source}
        label={translateLabel({ resource, source })}
        title={isFixed ? words.lastColumn : undefined}
        disabled={isFixed}
        control={<Checkbox size="small" checked={!isHidden} onChange={() => toggle(source, isHidden)} />}
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
