import { Box, Button } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { AppDialog } from './app-dialog.tsx'

type Props = {
  title: string
  submitLabel: string
  busy: boolean
  isDestructive?: boolean
  /** 'off' keeps browsers from storing the input. */
  autoComplete?: 'off'
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}

export const FormDialog = (props: Props) => {
  const { title, submitLabel, busy, isDestructive = false, autoComplete, onSubmit, onClose, children } = props
  const id = useId()
  return (
    <AppDialog
      title={title}
      isPinned={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" aria-disabled={busy} onClick={busy ? undefined : onClose}>
            {dialogMessages.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            aria-disabled={busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Box
        component="form"
        id={id}
        aria-busy={busy}
        autoComplete={autoComplete}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSubmit(event.currentTarget)
        }}
        sx={{ display: 'grid', gap: 3 }}
      >
        {children}
      </Box>
    </AppDialog>
  )
}
