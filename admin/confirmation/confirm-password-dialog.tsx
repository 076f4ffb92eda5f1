import { Typography } from '@mui/material'
import { toText } from '#domain/json'
import { accountMessages } from '#domain/messages/panel-account'
import type { FieldValues } from 'react-hook-form'
import { FormField } from '../inputs/use-sending.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { call, trpc } from '../providers/trpc-client.ts'

const words = accountMessages.confirm

type Props = { onConfirmed: () => void; onClose: () => void }

export const ConfirmPasswordDialog = ({ onConfirmed, onClose }: Props) => {
  const { user } = useSession()
  const confirm = async (values: FieldValues) => {
    const password = toText(values.password)
    if (password === '') return { password: words.missing }
    await call(trpc.account.confirm.mutate({ password }))
    onConfirmed()
    return undefined
  }
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.submit}
      busyLabel={accountMessages.otp.working}
      failure={words.failed}
      send={confirm}
      onClose={onClose}
    >
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
