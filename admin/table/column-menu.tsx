import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { Box, Button, Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { panelMessages } from '#domain/messages/panel'
import type { Column } from './column.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  visible: readonly Column<Row>[]
  onToggle: (key: string) => void
}

const words = panelMessages.table

/** 'Configure columns': a popup of checkboxes. The last visible column stays. */
export const ColumnMenu = <Row,>({ columns, visible, onToggle }: Props<Row>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const title = useId()
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 40, minWidth: 40, gap: 2, px: { xs: 2, sm: 4 } }}
      >
        <ViewColumnIcon fontSize="small" />
        <span className="visually-hidden-on-phones">{words.configureColumns}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': title,
            sx: { mt: 1, minWidth: 220 },
          },
        }}
      >
        <Box sx={{ p: 4 }}>
          <Typography id={title} component="h2" variant="h3" color="text.secondary" sx={{ mb: 1 }}>
            {words.visibleColumns}
          </Typography>
          <FormGroup>
            {columns.map(({ key, label }) => {
              const isVisible = visible.some((column) => column.key === key)
              const isLast = isVisible && visible.length === 1
              return (
                <FormControlLabel
                  key={key}
                  label={label}
                  title={isLast ? words.lastColumn : undefined}
                  control={
                    <Checkbox
                      size="small"
                      checked={isVisible}
                      disabled={isLast}
                      onChange={() => onToggle(key)}
                    />
                  }
                />
              )
            })}
          </FormGroup>
        </Box>
      </Popover>
    </>
  )
}
