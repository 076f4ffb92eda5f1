import { Typography } from '@mui/material'
import { accountMessages } from '#domain/messages/panel-account'
import { FormField } from '../account/form-field.tsx'
import { OtpDialog } from '../account/otp-dialog.tsx'
import { typedIn, useSmallForm, type FieldErrors } from '../account/use-small-form.ts'
import { useSession } from '../layout/route-guard.tsx'
import { call, trpc } from '../providers/trpc-client.ts'

const words = accountMessages.confirm

type Props = { onConfirmed: () => void; onClose: () => void }

/** Confirms the session's password before a sensitive act. */
export const ConfirmPasswordDialog = ({ onConfirmed, onClose }: Props) => {
  const { user } = useSession()
  const form = useSmallForm({
    failure: words.failed,
    check: (values): FieldErrors => (typedIn(values, 'password') === '' ? { password: words.missing } : {}),
    send: async (values) => {
      await call(trpc.account.confirm.mutate({ password: typedIn(values, 'password') }))
      onConfirmed()
    },
  })
  return (
    <OtpDialog title={words.title} submit={words.submit} form={form} onClose={onClose}>
      <Typography>{user?.sso ? words.sso : words.text}</Typography>
      <input hidden readOnly name="username" autoComplete="username" value={user?.email ?? ''} />
      <FormField
        name="password"
        type="password"
        label={words.password}
        autoComplete="current-password"
        autoFocus
        errors={form.errors}
      />
    </OtpDialog>
  )
}
