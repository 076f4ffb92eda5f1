import GavelIcon from '@mui/icons-material/GavelOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import type { ListFilters } from '../../table/use-list-filters.ts'
import { useTableState } from '../../table/use-table-state.ts'

/** A button that is down while the list is narrowed to what is on legal hold: at once, though the list takes a moment. */
export const HoldFilter = ({ narrow }: { narrow: ListFilters }) => {
  const mayHold = useCanPerform('submission.hold')
  const { narrowed } = useTableState()
  const isOn = narrowed.onHold === true
  const [wish, setWish] = useState({ since: isOn, isDown: isOn })
  // What is shown has changed, by this button or by the way back.
  if (wish.since !== isOn) setWish({ since: isOn, isDown: isOn })
  // Who may set none has the button where the list came narrowed, to have all of it again.
  if (!mayHold && !isOn) return null
  return (
    <Button
      variant={wish.isDown ? 'contained' : 'outlined'}
      aria-pressed={wish.isDown}
      startIcon={<GavelIcon fontSize="small" />}
      onClick={() => {
        setWish({ since: isOn, isDown: !wish.isDown })
        narrow({ onHold: wish.isDown ? '' : true })
      }}
      sx={{ minHeight: 40 }}
    >
      {submissionMessages.hold.badge}
    </Button>
  )
}
