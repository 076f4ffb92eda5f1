import { Box, useMediaQuery, Button, TablePagination } from '@mui/material'
import type { ReactNode } from 'react'
import {
  DataTable,
  RecordContextProvider,
  useDataTableDataContext,
  useListContext,
  useListPaginationContext,
} from 'react-admin'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { InCard } from './columns.tsx'

/** Too narrow for a table and the sidebar. */
const NARROW = '(max-width: 1199.95px)'

export const useIsNarrow = (): boolean => useMediaQuery(NARROW, { noSsr: true })

type RecordsProps = { label: string; hidden?: string[]; children: ReactNode }

/** react-admin's table, or on narrow screens a card of two lines per row. */
export const Records = ({ label, hidden, children }: RecordsProps) => {
  const { isPending, perPage } = useListContext()
  const placeholders = Array.from({ length: perPage }, (_, id) => ({ id }))
  return (
    <DataTable
      aria-label={label}
      bulkActionButtons={false}
      rowClick={false}
      hiddenColumns={hidden}
      {...(isPending && { isPending: false, data: placeholders, total: perPage })}
      {...(useIsNarrow() && AS_CARDS)}
    >
      {children}
    </DataTable>
  )
}

const Cards = ({ children }: { children?: ReactNode }) =>
  useDataTableDataContext()?.map((record) => (
    <RecordContextProvider key={record.id} value={record}>
      <li className="card">
        <InCard value>{children}</InCard>
      </li>
    </RecordContextProvider>
  ))

const AS_CARDS = { component: 'ul', role: 'list', head: () => null, body: Cards } as const

const words = panelMessages.table

/** react-admin's Pagination hides the counter of an empty list, and on phones the page size. */
export const Pager = ({ list, onPerPage }: { list: string; onPerPage?: (perPage: number) => void }) => {
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
          onPerPage?.(Number(target.value))
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
