import type { SvgIconComponent } from '@mui/icons-material'
import { IconButtonWithTooltip } from 'react-admin'

type Props = { label: string; icon: SvgIconComponent; isDestructive?: boolean; onClick: () => void }

/** A button in a row. `label` names the action and the row. */
export const RowAction = ({ icon: Icon, isDestructive = false, ...button }: Props) => (
  <IconButtonWithTooltip size="small" color={isDestructive ? 'error' : 'default'} {...button}>
    <Icon fontSize="small" />
  </IconButtonWithTooltip>
)
