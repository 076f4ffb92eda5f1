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
  type DialogContentProps,
} from '@mui/material'
import { useId, type ReactNode, useState } from 'react'
import { useDataProvider, useLogoutIfAccessDenied, useNotify, useRefresh, type RaRecord } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { ApiError } from '../providers/request.ts'

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

export const AppDialog = ({
  title,
  role = 'dialog',
  isPinned = false,
  actions,
  onClose,
  ...props
}: Props) => {
  const id = useId()
  return (
    <Dialog
      open
      role={role}
      onClose={isPinned ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      slotProps={{ paper: { sx: paperStyle } }}
    >
      {/* Outside the heading, which is the dialog's name. */}
      <Box
        sx={{ display: 'flex', gap: 3, justifyContent: 'space-between', alignItems: 'start', p: 5, pb: 3 }}
      >
        <DialogTitle
          id={`${id}-title`}
          variant="h2"
          sx={{ p: 0, flex: '1 1 auto', overflowWrap: 'anywhere', minWidth: 0 }}
        >
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
      {props.isForm === true ? (
        props.children
      ) : (
        <DialogBody id={`${id}-body`} ref={props.isToBeRead === true ? focus : undefined}>
          {props.children}
        </DialogBody>
      )}
      {actions !== undefined && <DialogButtons>{actions}</DialogButtons>}
    </Dialog>
  )
}

export const DialogBody = (props: DialogContentProps) => (
  <DialogContent tabIndex={0} {...props} sx={bodyStyle} />
)

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <DialogActions sx={{ px: 5, py: 3, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap' }}>
    {children}
  </DialogActions>
)

const focus = (element: HTMLElement | null): void => element?.focus()

const paperStyle = {
  width: LIMITS.modalWidth,
  maxWidth: '90vw',
  maxHeight: '90dvh',
  m: 0,
  // The form's body scrolls between the title and the buttons.
  '& > form': { display: 'contents' },
}

const bodyStyle = {
  px: 5,
  pt: 0,
  pb: 5,
  overflowWrap: 'anywhere',
  '&:focus-visible': { outlineOffset: -2 },
}

type AlertProps = {
  title: string
  text: string
  onClose: () => void
  closeLabel?: string
  children?: ReactNode
}

export const AlertDialog = ({
  title,
  text,
  onClose,
  closeLabel = dialogMessages.ok,
  children,
}: AlertProps) => (
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

type ConfirmProps = {
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string
  isDestructive?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
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
          color={props.isDestructive === true ? 'error' : 'primary'}
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

type DeleteDialogProps = {
  resource: PageKey
  record: RaRecord<string>
  title: string
  text: string
  failed: (error: ApiError) => string
  confirmLabel?: string
  deleted: string
  /** Shows `deleted` in an alert, not as a notification. */
  isDoneInAlert?: boolean
  /** Called instead of `onClose` after the deletion. */
  onDeleted?: () => void
  onClose: () => void
}

export const DeleteDialog = (props: DeleteDialogProps) => {
  const { resource, record, title, text, failed, deleted, isDoneInAlert = false } = props
  const { onClose, onDeleted = onClose } = props
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<string | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const leaveIfDenied = useLogoutIfAccessDenied()

  const done = () => {
    if (isDoneInAlert) return setOutcome(deleted)
    notify(deleted, { type: 'success' })
    onDeleted()
  }
  const run = async () => {
    setBusy(true)
    try {
      await dataProvider.delete(resource, { id: record.id, previousData: record })
      done()
    } catch (error) {
      if (await leaveIfDenied(error)) return
      setOutcome(failed(error instanceof ApiError ? error : UNUSABLE))
    } finally {
      setBusy(false)
    }
    // Another user may have changed or deleted it.
    refresh()
  }

  if (outcome !== null) return <AlertDialog title={title} text={outcome} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={props.confirmLabel ?? dialogMessages.delete}
      isDestructive
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

const UNUSABLE = new ApiError(500, panelMessages.failures.unexpected)
