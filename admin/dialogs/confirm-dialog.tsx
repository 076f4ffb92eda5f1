import { Button, Typography } from '@mui/material'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { AppDialog } from './app-dialog.tsx'

type Props = {
  title: string
  /** A question that names the thing. */
  text: string
  confirmLabel: string
  /** What would be done cannot be undone. */
  isDestructive?: boolean
  /** It is being done, and not to be left until that has come to an end. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  cancelLabel?: string
}

/** The spec's confirmation. The way back has the focus, so that a stray Enter does nothing. */
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
          // Not `disabled`, which would drop the focus and with it the keys of the dialog.
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
