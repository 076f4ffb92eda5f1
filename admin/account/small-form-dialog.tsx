import { Box, Button } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { accountMessages } from '#domain/messages/panel-account'
import { AppDialog } from '../dialogs/app-dialog.tsx'
import type { useSmallForm } from './use-small-form.ts'

type Props = {
  title: string
  submit: string
  isDestructive?: boolean
  form: Pick<ReturnType<typeof useSmallForm>, 'busy' | 'onSubmit'>
  onClose: () => void
  children: ReactNode
}

/** A dialog that is one small form; its buttons stay in sight. */
export const SmallFormDialog = ({ title, submit, isDestructive, form, onClose, children }: Props) => {
  const id = useId()
  const { busy, onSubmit } = form
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{panelMessages.dialog.cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            aria-disabled={busy}
          >
            {busy ? accountMessages.otp.working : submit}
          </Button>
        </>
      }
    >
      <Box component="form" id={id} onSubmit={onSubmit} aria-busy={busy} sx={{ display: 'grid', gap: 3 }}>
        {children}
      </Box>
    </AppDialog>
  )
}
