import SearchIcon from '@mui/icons-material/Search'
import { InputAdornment } from '@mui/material'
import { useEffect } from 'react'
import { TextInput, useLocation } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { isRecord, toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'

type Props = {
  label: string
  disabled: boolean
  validate: ((text: string) => string | undefined) | undefined
}

const words = panelMessages.table

/** Searches while the user types. '/' anywhere on the page focuses it, Esc empties it. */
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
  // The form's setFocus waits for a tick, in which the next keys would be lost.
  const input = document.querySelector<HTMLInputElement>('input[name="q"]')
  input?.focus()
  input?.select()
}

const SHORTCUT = { '/': focusSearch }
