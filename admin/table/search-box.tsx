import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useEffect, useRef } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { LIMITS } from '#domain/limits'
import { useSearchText } from './use-search-text.ts'

type Props = {
  label: string
  q: string
  disabled: boolean
  /** Why a text is not searched for; null where it is. */
  refuses?: ((text: string) => string | null) | undefined
  onSearch: (text: string) => void
}

const words = panelMessages.table

/** Searches as somebody types, a moment after the last key; '/' anywhere on the page comes here, Esc empties it. */
export const SearchBox = ({ label, q, disabled, refuses = () => null, onSearch }: Props) => {
  const { text, change, clear } = useSearchText(q, (wanted) => refuses(wanted) === null && onSearch(wanted))
  const hint = refuses(text)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    <TextField
      inputRef={input}
      size="small"
      type="search"
      value={text}
      disabled={disabled}
      helperText={hint}
      placeholder={words.search}
      title={disabled ? words.noSearch : words.searchHint}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.preventDefault()
        clear()
      }}
      sx={{
        flex: { xs: '1 1 100%', sm: '1 1 180px' },
        maxWidth: { sm: 320 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: LIMITS.searchLength, 'aria-keyshortcuts': '/' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label={words.clear} onClick={clear}>
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** Keys belong to fields, and to a dialog while one is open. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
