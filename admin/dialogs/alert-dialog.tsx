import { Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { AppDialog } from './app-dialog.tsx'

type Props = { title: string; text: string; onClose: () => void; closeLabel?: string; children?: ReactNode }

/** The spec's 'alert': one sentence and a way out. */
export const AlertDialog = ({
  title,
  text,
  onClose,
  closeLabel = panelMessages.dialog.ok,
  children,
}: Props) => (
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
    <Typography>{text}</Typography>
    {children}
  </AppDialog>
)
