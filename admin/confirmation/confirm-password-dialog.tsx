import { Typography } from '@mui/material'
import { toText } from '#domain/json'
import { accountMessages } from '#domain/messages/panel-account'
import { FormField, useSmallForm } from '../inputs/small-form.tsx'
import { FormDialog, FormHandle } from '../dialogs/form-dialog.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { call, trpc } from '../providers/trpc-client.ts'

const words = accountMessages.confirm

type Props = { onConfirmed: () => void; onClose: () => void }

/** Confirms the session's password before a sensitive act. */
export const ConfirmPasswordDialog = ({ onConfirmed, onClose }: Props) => {
  const { user } = useSession()
  const form = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      if (toText(values.password) === '') return { password: words.missing }
      await call(trpc.account.confirm.mutate({ password: toText(values.password) }))
      onConfirmed()
      return undefined
    },
  })
  return (
    <FormDialog
      title={words.title}
      submitLabel={form.busy ? accountMessages.otp.working : words.submit}
      busy={form.busy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormHandle formRef={form.handle} />
      <Typography>{user?.sso ? words.sso : words.text}</Typography>
      <input hidden readOnly name="username" autoComplete="username" value={user?.email ?? ''} />
      <FormField
        source="password"
        type="password"
        label={words.password}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  )
}
