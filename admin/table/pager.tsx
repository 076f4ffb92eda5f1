import { Box, Button, TablePagination } from '@mui/material'
import { useListPaginationContext } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'

const words = panelMessages.table

/** react-admin's Pagination shows no counter of an empty list, and no choice of the page's size on phones. */
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
