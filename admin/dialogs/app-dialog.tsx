import CloseIcon from '@mui/icons-material/Close'
import { Box, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'

type Props = {
  title: string
  role?: 'dialog' | 'alertdialog'
  /** Focuses the body, so that the arrow keys scroll a long text. */
  isToBeRead?: boolean
  isPinned?: boolean
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const AppDialog = ({
  title,
  role = 'dialog',
  isToBeRead = false,
  isPinned = false,
  actions,
  onClose,
  children,
}: Props) => {
  const id = useId()
  return (
    <Dialog
      open
      role={role}
      onClose={isPinned ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      slotProps={{ paper: { sx: { width: LIMITS.modalWidth, maxWidth: '90vw', maxHeight: '90dvh', m: 0 } } }}
    >
      {/* Outside the heading, so that it is no part of the dialog's name. */}
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
          // Hidden rather than removed, so that nothing moves.
          sx={{ mt: -0.5, mr: -1, visibility: isPinned ? 'hidden' : 'visible' }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <DialogContent
        id={`${id}-body`}
        tabIndex={0}
        ref={isToBeRead ? focus : undefined}
        sx={{ px: 5, pt: 0, pb: 5, overflowWrap: 'anywhere', '&:focus-visible': { outlineOffset: -2 } }}
      >
        {children}
      </DialogContent>
      {actions !== undefined && (
        <DialogActions sx={{ px: 5, py: 3, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap' }}>
          {actions}
        </DialogActions>
      )}
    </Dialog>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()
