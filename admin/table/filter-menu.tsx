import FilterListIcon from '@mui/icons-material/FilterList'
import { Box, Button, Popover, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { useTableState } from './use-table-state.ts'

const words = panelMessages.table

/** 'Filters': a popup of fields that narrow the list, each at once. What is on stands beside it as filter-chips. */
export const FilterMenu = ({ children }: { children: ReactNode }) => {
  const { narrowed, widen } = useTableState()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const title = useId()
  const count = Object.keys(narrowed).length
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={words.filtersOn(count)}
        startIcon={<FilterListIcon fontSize="small" />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 40 }}
      >
        {words.filters}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': title, sx: paperStyle },
        }}
      >
        <Typography id={title} component="h2" variant="h3" color="text.secondary">
          {words.filters}
        </Typography>
        {children}
        <Box>
          <Button
            size="small"
            disabled={count === 0}
            onClick={() => {
              widen()
              setAnchor(null)
            }}
            sx={{ minHeight: 36 }}
          >
            {words.clearFilters}
          </Button>
        </Box>
      </Popover>
    </>
  )
}

const paperStyle = { mt: 1, p: 4, width: 340, maxWidth: '90vw', display: 'grid', gap: 4 }
