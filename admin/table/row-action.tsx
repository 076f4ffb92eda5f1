import type { SvgIconComponent } from '@mui/icons-material'
import { IconButton, Tooltip } from '@mui/material'

type Props = {
  /** What it does and to which row, for the tooltip and assistive technology. */
  label: string
  icon: SvgIconComponent
  isDestructive?: boolean
  onClick: () => void
}

/** A button of a row. */
export const RowAction = ({ label, icon: Icon, isDestructive = false, onClick }: Props) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} color={isDestructive ? 'error' : 'default'} onClick={onClick}>
      <Icon fontSize="small" />
    </IconButton>
  </Tooltip>
)
