import { Button, Popover, Tooltip, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'

type Props = {
  label: string
  /** The button's name for assistive technology, if that is not its label. */
  name?: string
  icon: ReactNode
  /** Shows its label as a tooltip. */
  isIcon?: boolean
  title: string
  /** For inputs of a form, which knows the values of mounted inputs alone. */
  keepMounted?: boolean
  children: (close: () => void) => ReactNode
}

/** A button that opens a small dialog below itself. */
export const PopoverButton = ({ label, name, icon, isIcon = false, title, keepMounted, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const isOpen = anchor !== null
  const close = () => setAnchor(null)
  return (
    <>
      <Tooltip title={isIcon ? label : ''}>
        <Button
          variant="outlined"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={name}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minWidth: 40, gap: 2, px: { xs: 2, sm: isIcon ? 2 : 4 } }}
        >
          {icon}
          <span className={isIcon ? 'visually-hidden' : 'visually-hidden-on-phones'}>{label}</span>
        </Button>
      </Tooltip>
      <Popover
        open={isOpen}
        keepMounted={keepMounted}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-modal': isOpen, 'aria-labelledby': titleId, sx: paperStyle },
        }}
      >
        <Typography id={titleId} component="h2" variant="h3" color="text.secondary" sx={{ mb: 1 }}>
          {title}
        </Typography>
        {children(close)}
      </Popover>
    </>
  )
}

const paperStyle = { mt: 1, p: 4, minWidth: 220, maxWidth: '90vw' }
