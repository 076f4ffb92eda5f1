import { Button, Typography } from '@mui/material'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { AppDialog } from './app-dialog.tsx'

type Props = {
  title: string
  text: string
  confirmLabel: string
  isDestructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  cancelLabel?: string
}

/** Cancel has the focus, so that a stray Enter does nothing. */
export const ConfirmDialog = ({
  title,
  text,
  confirmLabel,
  isDestructive = false,
  busy = false,
  onConfirm,
  onClose,
  cancelLabel = dialogMessages.cancel,
}: Props) => (
  <AppDialog
    title={title}
    role="alertdialog"
    isPinned={busy}
    onClose={onClose}
    actions={
      <>
        <Button autoFocus color="inherit" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          // A disabled button would lose the focus, and the dialog its keys.
          aria-disabled={busy}
          onClick={() => {
            if (!busy) onConfirm()
          }}
        >
          {confirmLabel}
        </Button>
      </>
    }
  >
    <Typography>{text}</Typography>
  </AppDialog>
)
