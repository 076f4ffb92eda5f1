import { Chip } from '@mui/material'
import type { MouseEvent, KeyboardEvent } from 'react'
import { panelMessages } from '#domain/messages/panel'

/** Beside the search of a list: what it is narrowed to. A click, Enter or Delete takes that away. */
export const FilterChip = ({ label, onRemove }: { label: string; onRemove: () => void }) => {
  const remove = (event: MouseEvent | KeyboardEvent): void => {
    // The chip goes, and the focus would with it: it passes to the search.
    event.currentTarget.closest('[data-list-bar]')?.querySelector('input')?.focus()
    onRemove()
  }
  return (
    <Chip
      variant="outlined"
      color="primary"
      label={label}
      aria-label={panelMessages.table.removeFilter(label)}
      onClick={remove}
      onDelete={remove}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: 32 }}
    />
  )
}
