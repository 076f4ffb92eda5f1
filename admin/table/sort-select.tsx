import { MenuItem, TextField } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import type { Column } from './column.ts'
import { useTableState } from './use-table-state.ts'

const words = panelMessages.table
const ORDERS = ['DESC', 'ASC'] as const

/** The order of the list where there is no header to click. */
export const SortSelect = <Row,>({ columns }: { columns: readonly Column<Row>[] }) => {
  const { sort, setSort } = useTableState()
  const options = columns
    .filter(({ sortable }) => sortable === true)
    .flatMap(({ key, label, sortsAs }) =>
      ORDERS.map((order) => ({
        value: `${key} ${order}`,
        text: sortsAs === 'date' ? words.sortedByDate[order] : words.sortedBy[order](label),
        sort: { field: key, order },
      })),
    )
  const value = `${sort.field} ${sort.order}`
  if (options.length === 0) return null
  return (
    <TextField
      select
      size="small"
      value={options.some((option) => option.value === value) ? value : ''}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) setSort(chosen.sort)
      }}
      slotProps={{ htmlInput: { 'aria-label': words.sortBy }, select: { displayEmpty: true } }}
      sx={{ minWidth: { xs: 112, sm: 0 }, width: { sm: 160 }, flex: { xs: '100 1 0', sm: 'none' } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.text}
        </MenuItem>
      ))}
    </TextField>
  )
}
