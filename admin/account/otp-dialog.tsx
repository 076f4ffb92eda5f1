import { Box, Button } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { accountMessages } from '#domain/messages/panel-account'
import { AppDialog } from '../dialogs/app-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { useSmallForm } from './use-small-form.ts'

type Props = {
  title: string
  submit: string
  isDestructive?: boolean
  form: Pick<ReturnType<typeof useSmallForm>, 'busy' | 'onSubmit'>
  /** What came of it, shown in place of the form; a dialog of its own would flicker, and lose where focus returns to. */
  codes?: string[] | null
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog about two-step sign-in: a small form, and the recovery codes where it leads to some. As they are shown this
 * once, only its button closes it then, and nothing while they may be on their way.
 */
export const OtpDialog = ({ codes = null, ...props }: Props) => {
  const id = useId()
  const { title, onClose, children, form } = props
  if (codes !== null)
    return (
      <AppDialog
        title={accountMessages.recovery.title}
        isPinned
        onClose={onClose}
        actions={<Done onClose={onClose} />}
      >
        <RecoveryCodes codes={codes} />
      </AppDialog>
    )
  return (
    <AppDialog
      title={title}
      isPinned={form.busy}
      onClose={onClose}
      actions={<Submit {...props} formId={id} />}
    >
      <Box
        component="form"
        id={id}
        onSubmit={form.onSubmit}
        aria-busy={form.busy}
        sx={{ display: 'grid', gap: 3 }}
      >
        {children}
      </Box>
    </AppDialog>
  )
}

const Submit = ({
  submit,
  isDestructive,
  form,
  formId,
  onClose,
}: Omit<Props, 'codes'> & { formId: string }) => (
  <>
    <Button color="inherit" aria-disabled={form.busy} onClick={form.busy ? undefined : onClose}>
      {dialogMessages.cancel}
    </Button>
    <Button
      type="submit"
      form={formId}
      variant="contained"
      color={isDestructive ? 'error' : 'primary'}
      aria-disabled={form.busy}
    >
      {form.busy ? accountMessages.otp.working : submit}
    </Button>
  </>
)

const Done = ({ onClose }: { onClose: () => void }) => (
  <Button variant="contained" autoFocus onClick={onClose}>
    {accountMessages.recovery.done}
  </Button>
)
