import FilterListIcon from '@mui/icons-material/FilterList'
import { Box, Button, Chip } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { panelMessages } from '#domain/messages/panel'
import { PopoverButton } from './popover-button.tsx'

const words = panelMessages.table

/** The filter form's inputs in a popup, with active filters as chips beside it. */
export const FilterMenu = ({ children }: { children: ReactNode }) => {
  const { setValue } = useFormContext()
  const { q: _q, ...on } = useListContext().filterValues
  const names = Object.keys(on)
  return (
    <PopoverButton
      label={words.filters}
      name={words.filtersOn(names.length)}
      title={words.filters}
      keepMounted
      icon={<FilterListIcon fontSize="small" />}
    >
      {(close) => (
        <Box sx={{ display: 'grid', gap: 4, width: 300, maxWidth: '100%', pt: 2 }}>
          {children}
          <Button
            size="small"
            disabled={names.length === 0}
            onClick={() => {
              names.forEach((name) => setValue(name, ''))
              close()
            }}
            sx={{ justifySelf: 'start', minHeight: 36 }}
          >
            {words.clearFilters}
          </Button>
        </Box>
      )}
    </PopoverButton>
  )
}

/** A filter that is on. A click, Enter or Delete switches it off. */
export const FilterChip = ({ source, label }: { source: string; label: string }) => {
  const { setFocus, setValue } = useFormContext()
  const remove = () => {
    // The chip goes, and the focus would go with it.
    setFocus('q')
    setValue(source, '')
  }
  return (
    <Chip
      variant="outlined"
      color="primary"
      label={label}
      aria-label={words.removeFilter(label)}
      onClick={remove}
      onDelete={remove}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: 32 }}
    />
  )
}
