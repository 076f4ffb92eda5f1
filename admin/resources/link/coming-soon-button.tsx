import type { SvgIconComponent } from '@mui/icons-material'
import { Button } from '@mui/material'
import { useState } from 'react'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'

type Props = { label: string; text: string; icon: SvgIconComponent }

export const ComingSoonButton = ({ label, text, icon: Icon }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon fontSize="small" />}
        onClick={() => setIsOpen(true)}
        sx={{ minHeight: 40 }}
      >
        {label}
      </Button>
      {isOpen && <AlertDialog title={label} text={text} onClose={() => setIsOpen(false)} />}
    </>
  )
}
