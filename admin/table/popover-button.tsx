import { Button, Popover, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'

type Props = {
  label: string
  /** The button's name for assistive technology, if that is not its label. */
  name?: string
  icon: ReactNode
  title: string
  children: ReactNode
}

/** A button that opens a small dialog below itself. */
export const PopoverButton = ({ label, name, icon, title, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const isOpen = anchor !== null
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={name}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 40, gap: 2, px: { xs: 2, sm: 4 } }}
      >
        {icon}
        <span className="visually-hidden-on-phones">{label}</span>
      </Button>
      <Popover
        open={isOpen}
        // Inputs of a form are there from the beginning, so that it knows their values.
        keepMounted
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-modal': isOpen, 'aria-labelledby': titleId, sx: paperStyle },
        }}
      >
        <Typography id={titleId} component="h2" variant="h3" color="text.secondary" sx={{ mb: 1 }}>
          {title}
        </Typography>
        {children}
      </Popover>
    </>
  )
}

const paperStyle = { mt: 1, p: 4, minWidth: 220, maxWidth: '90vw' }
