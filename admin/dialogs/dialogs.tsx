import CloseIcon from '@mui/icons-material/Close'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
} from '@mui/material'
import { useId, type ReactNode } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'

type Props = {
  title: string
  role?: 'dialog' | 'alertdialog'
  /** Focuses the body, so that the arrow keys scroll a long text. */
  isToBeRead?: boolean
  isPinned?: boolean
  /** `children` bring their own body and buttons. */
  isForm?: boolean
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const AppDialog = ({ title, role = 'dialog', isPinned = false, onClose, ...props }: Props) => {
  const id = useId()
  return (
    <Dialog
      open
      role={role}
      onClose={isPinned ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
    >
      {/* Outside the heading, which is the dialog's name. */}
      <Box
        sx={{ display: 'flex', gap: 3, justifyContent: 'space-between', alignItems: 'start', p: 5, pb: 3 }}
      >
        <DialogTitle id={`${id}-title`} variant="h2">
          {title}
        </DialogTitle>
        <IconButton
          size="small"
          aria-label={dialogMessages.close}
          onClick={onClose}
          // Hidden instead of removed, to keep the layout.
          sx={{ mt: -0.5, mr: -1, visibility: isPinned ? 'hidden' : 'visible' }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {props.isForm ? (
        props.children
      ) : (
        <DialogContent id={`${id}-body`} ref={props.isToBeRead ? focus : undefined}>
          {props.children}
        </DialogContent>
      )}
      {props.actions !== undefined && <DialogActions>{props.actions}</DialogActions>}
    </Dialog>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()

type Message = Pick<Props, 'title' | 'onClose'> & { text: string }
type AlertProps = Message & { closeLabel?: string; children?: ReactNode }

export const AlertDialog = ({ text, closeLabel = dialogMessages.ok, children, ...dialog }: AlertProps) => (
  <AppDialog
    {...dialog}
    role="alertdialog"
    actions={
      <Button variant="contained" autoFocus onClick={dialog.onClose}>
        {closeLabel}
      </Button>
    }
  >
    <Typography sx={{ '&:not(:last-child)': { mb: 4 } }}>{text}</Typography>
    {children}
  </AppDialog>
)

type ConfirmProps = Message & {
  confirmLabel: string
  cancelLabel?: string
  isDestructive?: boolean
  busy?: boolean
  onConfirm: () => void
}

/** Cancel has the focus, so that an accidental Enter does nothing. */
export const ConfirmDialog = ({ busy = false, onClose, onConfirm, ...props }: ConfirmProps) => (
  <AppDialog
    title={props.title}
    role="alertdialog"
    isPinned={busy}
    onClose={onClose}
    actions={
      <>
        <Button autoFocus color="inherit" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          {props.cancelLabel ?? dialogMessages.cancel}
        </Button>
        <Button
          variant="contained"
          color={props.isDestructive ? 'error' : 'primary'}
          // `disabled` would lose the focus, and the dialog its keys.
          aria-disabled={busy}
          onClick={busy ? undefined : onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </>
    }
  >
    <Typography>{props.text}</Typography>
  </AppDialog>
)
