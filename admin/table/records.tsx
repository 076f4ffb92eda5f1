import { Box, useMediaQuery, Button, Checkbox, TablePagination } from '@mui/material'
import type { ReactNode } from 'react'
import {
  DataTable,
  RecordContextProvider,
  SelectPageCheckbox,
  useDataTableCallbacksContext,
  useDataTableDataContext,
  useDataTableSelectedIdsContext,
  useListContext,
  useListPaginationContext,
  useResourceContext,
  useStore,
  type Identifier,
} from 'react-admin'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { column, InCard, type Columns } from './columns.tsx'

const words = panelMessages.table

/** Too narrow for a table. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 899.95px)', { noSsr: true })

type RecordsProps = { label: string; hidden?: string[]; bulkActions?: ReactNode; children: Columns }

export const NONE: string[] = []
/** Pixels that a column without a width of its own gets at least, for the words of its label. */
const LEAST_WIDTH = 88

/** @returns the props of all columns, and of those that the user has not hidden */
export function useColumns(resource: string, columns: Columns, hiddenAtFirst = NONE) {
  const [hidden] = useStore<string[]>(`${resource}.datatable`, hiddenAtFirst)
  const all = columns.flatMap((column) => (column ? [column.props] : []))
  return { all, shown: all.filter(({ source }) => !hidden.includes(source)) }
}

/** react-admin's table, which scrolls sideways where it must, or on narrow screens a card of two lines per row. */
export const Records = ({ label, hidden, bulkActions, children }: RecordsProps) => {
  const { isPending, perPage, resource } = useListContext()
  const columns = bulkActions ? [SELECT, ...children] : children
  const widths = useColumns(resource, columns, hidden).shown.map(({ width = LEAST_WIDTH }) => width)
  const pixels = widths.reduce<number>((sum, width) => sum + (typeof width === 'number' ? width : 0), 0)
  const share = widths.reduce<number>(
    (sum, width) => sum + (typeof width === 'string' ? parseFloat(width) : 0),
    0,
  )
  const minWidth = (pixels * 100) / (100 - share)
  const placeholders = Array.from({ length: perPage }, (_, id) => ({ id }))
  return (
    <DataTable
      aria-label={label}
      bulkActionButtons={false}
      bulkActionsToolbar={bulkActions}
      isRowSelectable={() => !isPending}
      rowClick={false}
      hiddenColumns={hidden}
      {...(isPending && { isPending: false, data: placeholders, total: perPage })}
      {...(useIsNarrow() ? AS_CARDS : { sx: { '& .RaDataTable-table': { minWidth } } })}
    >
      {columns}
    </DataTable>
  )
}

/** react-admin's own checkbox of a row has no accessible name. */
const RowCheckbox = ({ id }: { id: Identifier }) => {
  const { handleToggleItem } = useDataTableCallbacksContext()
  const isSelected = useDataTableSelectedIdsContext()?.includes(id) ?? false
  return (
    <Checkbox
      className="select-item"
      checked={isSelected}
      onClick={(event) => handleToggleItem?.(id, event)}
      slotProps={{ input: { 'aria-label': words.selectRow } }}
    />
  )
}

const SELECT = column('select', ({ id }) => <RowCheckbox id={id} />, {
  label: <SelectPageCheckbox />,
  disableSort: true,
  width: 36,
  card: 'select',
})

const Cards = ({ children }: { children?: ReactNode }) =>
  useDataTableDataContext()?.map((record) => (
    <RecordContextProvider key={record.id} value={record}>
      <li className="card">
        <InCard value>{children}</InCard>
      </li>
    </RecordContextProvider>
  ))

const AS_CARDS = { component: 'ul', role: 'list', head: () => null, body: Cards } as const

/** react-admin's Pagination hides the counter of an empty list, and on phones the page size. */
export const Pager = ({ list, isRemembered = false }: { list: string; isRemembered?: boolean }) => {
  const [, remember] = useStore<number | undefined>(`${useResourceContext()}.perPage`)
  const { page, perPage, total = 0, setPage, setPerPage, isPending } = useListPaginationContext()
  return (
    <Box component="nav" aria-label={words.pages(list)} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <TablePagination
        component="div"
        count={total}
        page={total === 0 ? 0 : page - 1}
        rowsPerPage={perPage}
        rowsPerPageOptions={[...LIMITS.pageSizes]}
        labelRowsPerPage={words.perPage}
        labelDisplayedRows={({ from, to, count }) => !isPending && words.displayed(from, to, count)}
        getItemAriaLabel={(type) => (type === 'next' ? words.next : words.previous)}
        onPageChange={(_event, next) => setPage(next + 1)}
        onRowsPerPageChange={({ target }) => {
          if (isRemembered) remember(Number(target.value))
          setPerPage(Number(target.value))
        }}
        slots={{ actions: BUTTONS }}
        slotProps={{ displayedRows: { role: 'status' }, actions: BUTTON_PROPS }}
      />
    </Box>
  )
}

const BUTTONS = {
  previousButton: Button,
  previousButtonIcon: () => words.previous,
  nextButton: Button,
  nextButtonIcon: () => words.next,
}
const outlined = { variant: 'outlined', size: 'small' } as const
const BUTTON_PROPS = { previousButton: outlined, nextButton: outlined }
