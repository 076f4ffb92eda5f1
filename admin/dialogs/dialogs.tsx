import CloseIcon from '@mui/icons-material/Close'
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Paper,
  Typography,
} from '@mui/material'
import { useId, type ReactNode } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { PageHeader } from '../layout/page-parts.tsx'

type Props = {
  title: string
  role?: 'dialog' | 'alertdialog'
  /** Focuses the body, so that the arrow keys scroll a long text. */
  isToBeRead?: boolean
  isPinned?: boolean
  /** Shows the same as a page. */
  isPage?: boolean
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const AppDialog = ({ title, role = 'dialog', isPinned, isPage, onClose, ...props }: Props) => {
  const id = useId()
  const content = (
    <>
      <DialogContent id={`${id}-body`} ref={props.isToBeRead ? focus : undefined}>
        {props.children}
      </DialogContent>
      {props.actions !== undefined && <DialogActions>{props.actions}</DialogActions>}
    </>
  )
  if (isPage)
    return (
      <>
        <PageHeader title={title} />
        <Paper variant="outlined" sx={pageStyle}>
          {content}
        </Paper>
      </>
    )
  return (
    <Dialog
      open
      role={role}
      onClose={isPinned ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
    >
      <DialogTitle id={`${id}-title`} variant="h2">
        {title}
      </DialogTitle>
      {!isPinned && (
        <IconButton
          size="small"
          aria-label={dialogMessages.close}
          onClick={onClose}
          sx={{ position: 'absolute', top: 18, right: 16 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
      {content}
    </Dialog>
  )
}

/** Tabs and buttons stay in view. */
const pageStyle = {
  maxWidth: 880,
  pt: 3,
  '& .MuiDialogContent-root': { overflow: 'visible' },
  '& .MuiDialogActions-root': { position: 'sticky', bottom: 0, zIndex: 2, bgcolor: 'background.paper' },
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

type ChoiceProps = {
  confirmLabel: string
  cancelLabel?: string
  isDestructive?: boolean
  busy?: boolean
  isWaiting?: boolean
  /** The id of the form that the button sends. Without one, Cancel has the focus. */
  form?: string
  onConfirm?: () => void
  onClose: () => void
}

/** `disabled` would lose the focus, and the dialog its keys. */
export const Choice = ({ form, busy = false, isWaiting = false, ...props }: ChoiceProps) => (
  <>
    <Button
      autoFocus={form === undefined}
      color="inherit"
      aria-disabled={busy}
      onClick={busy ? undefined : props.onClose}
    >
      {props.cancelLabel ?? dialogMessages.cancel}
    </Button>
    <Button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      variant="contained"
      color={props.isDestructive ? 'error' : 'primary'}
      aria-disabled={busy || isWaiting}
      onClick={busy ? undefined : props.onConfirm}
    >
      {props.confirmLabel}
    </Button>
  </>
)

/** Cancel has the focus, so that an accidental Enter does nothing. */
export const ConfirmDialog = ({ title, text, ...choice }: Message & ChoiceProps) => (
  <AppDialog
    title={title}
    role="alertdialog"
    isPinned={choice.busy}
    onClose={choice.onClose}
    actions={<Choice {...choice} />}
  >
    <Typography>{text}</Typography>
  </AppDialog>
)
