import { Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { AppDialog } from './app-dialog.tsx'

type Props = { title: string; text: string; onClose: () => void; closeLabel?: string; children?: ReactNode }

export const AlertDialog = ({ title, text, onClose, closeLabel = dialogMessages.ok, children }: Props) => (
  <AppDialog
    title={title}
    role="alertdialog"
    onClose={onClose}
    actions={
      <Button variant="contained" autoFocus onClick={onClose}>
        {closeLabel}
      </Button>
    }
  >
    <Typography sx={{ '&:not(:last-child)': { mb: 4 } }}>{text}</Typography>
    {children}
  </AppDialog>
)
