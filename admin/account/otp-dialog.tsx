import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { accountMessages } from '#domain/messages/panel-account'
import { AppDialog } from '../dialogs/app-dialog.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { useSmallForm } from './use-small-form.ts'

type Props = {
  title: string
  submit: string
  isDestructive?: boolean
  form: Pick<ReturnType<typeof useSmallForm>, 'busy' | 'submit'>
  /** Shown in place of the form, in the same dialog, so that the focus returns to where it was. */
  codes?: string[] | null
  onClose: () => void
  children: ReactNode
}

/** A form, then the recovery codes it leads to. They are shown once, so only their button closes the dialog. */
export const OtpDialog = ({ codes = null, title, submit, isDestructive, form, onClose, children }: Props) =>
  codes === null ? (
    <FormDialog
      title={title}
      submitLabel={form.busy ? accountMessages.otp.working : submit}
      isDestructive={isDestructive}
      busy={form.busy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  ) : (
    <AppDialog
      title={accountMessages.recovery.title}
      isPinned
      onClose={onClose}
      actions={
        <Button variant="contained" autoFocus onClick={onClose}>
          {accountMessages.recovery.done}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </AppDialog>
  )
