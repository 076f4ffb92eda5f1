import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { Box, Button, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { useTableState } from './use-table-state.ts'

const words = panelMessages.table

/** 'Displayed: x–y of n', Prev and Next. */
export const Pager = ({ list }: { list: string }) => {
  const { extent, page, setPage, hasPrevious, hasNext, isPending } = useTableState()
  return (
    <Box
      component="nav"
      aria-label={words.pages(list)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 3,
        px: 4,
        minHeight: 56,
      }}
    >
      <Typography
        variant="body2"
        color="text.secondary"
        role="status"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {!isPending && words.displayed(extent.from, extent.to, extent.total)}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<ChevronLeft />}
          disabled={!hasPrevious}
          onClick={() => setPage(page - 1)}
          sx={{ minHeight: 36 }}
        >
          {words.previous}
        </Button>
        <Button
          variant="outlined"
          size="small"
          endIcon={<ChevronRight />}
          disabled={!hasNext}
          onClick={() => setPage(page + 1)}
          sx={{ minHeight: 36 }}
        >
          {words.next}
        </Button>
      </Box>
    </Box>
  )
}
