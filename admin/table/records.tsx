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
      <Box component="li" sx={cardStyle}>
        <InCard value>{children}</InCard>
      </Box>
    </RecordContextProvider>
  ))

const AS_CARDS = {
  component: 'ul' as const,
  role: 'list',
  head: () => null,
  body: Cards,
  sx: { '& ul': { display: 'block', listStyle: 'none', m: 0, p: 0 } },
}

const cutOff = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
const second = { color: 'text.secondary', fontSize: 13 }

/** `::before` breaks the line, `::after` keeps the actions at the right. */
const cardStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  px: 4,
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
  '&::before': { content: '""', order: 3, flexBasis: '100%' },
  '&::after': { content: '""', order: 5, flex: '1 1 0' },
  '& > .MuiTableCell-root.MuiTableCell-root': {
    display: 'block',
    p: 0,
    border: 0,
    height: 'auto',
    lineHeight: '28px',
  },
  '& > .MuiTableCell-root.MuiTableCell-root time': { display: 'inline', whiteSpace: 'nowrap' },
  '& .MuiSkeleton-root': { display: 'inline-block', verticalAlign: 'middle' },
  '& > .card-title': { order: 1, flex: '1 1 0', ...cutOff, '& span[dir]': { display: 'block', ...cutOff } },
  '& > .card-aside': { order: 2, ml: 2, ...second },
  // Each takes the width of its text; the first has priority.
  '& > .card-subtitle, & > .card-extra': {
    order: 4,
    flex: '1000000 1 0',
    maxWidth: 'max-content',
    ...cutOff,
    ...second,
  },
  '& > .card-subtitle ~ .card-subtitle, & > .card-extra': {
    flexGrow: 1000,
    '&::before': { content: '"· "' },
  },
  '& > .card-extra.card-extra': { display: { xs: 'none', sm: 'block' } },
  '& > .card-actions': { order: 6, ml: 1 },
}

const words = panelMessages.table

/** react-admin's Pagination hides the counter of an empty list, and on phones the page size. */
export const Pager = ({ list }: { list: string }) => {
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
        onRowsPerPageChange={(event) => setPerPage(Number(event.target.value))}
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
