import { Typography } from '@mui/material'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { call, trpc } from '../providers/trpc-client.ts'
import { FormField } from './form-field.tsx'
import { OtpSecret, type Enrolment } from './otp-secret.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { typedIn, useSmallForm } from './use-small-form.ts'

const words = accountMessages.otp

type Props = {
  email: string
  onClose: () => void
  /** Called once the recovery codes have been seen. */
  onSwitched: () => void
}

export const OtpSetupDialog = ({ email, onClose, onSwitched }: Props) => {
  const { enrolment, codes, prove, confirm } = useSetup()
  const form = enrolment === null ? prove : confirm
  return (
    <OtpDialog
      title={words.setUpTitle}
      submit={enrolment === null ? words.next : words.confirm}
      form={form}
      codes={codes}
      onClose={codes === null ? onClose : onSwitched}
    >
      {enrolment === null ? (
        <>
          <Typography>{words.proveFirst}</Typography>
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <FormField
            name="currentPassword"
            type="password"
            label={words.currentPassword}
            autoComplete="current-password"
            autoFocus
            errors={form.errors}
          />
        </>
      ) : (
        <ConfirmFields enrolment={enrolment} errors={form.errors} />
      )}
    </OtpDialog>
  )
}

type ConfirmProps = { enrolment: Enrolment; errors: Parameters<typeof FormField>[0]['errors'] }

const ConfirmFields = ({ enrolment, errors }: ConfirmProps) => (
  <>
    <OtpSecret enrolment={enrolment} />
    <FormField
      name="code"
      label={words.code}
      help={words.codeHelp}
      autoComplete="one-time-code"
      autoFocus
      errors={errors}
    />
  </>
)

function useSetup() {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const notify = useNotify()
  const prove = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      const currentPassword = typedIn(values, 'currentPassword')
      setEnrolment((await call(trpc.account.otp.start.mutate({ currentPassword }))).data)
    },
  })
  const confirm = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      const { data } = await call(trpc.account.otp.confirm.mutate({ code: typedIn(values, 'code') }))
      notify(words.switchedOn, { type: 'success' })
      setCodes(data.recoveryCodes)
    },
  })
  return { enrolment, codes, prove, confirm }
}
