import { Typography } from '@mui/material'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { call, trpc } from '../providers/trpc-client.ts'
import { FormField } from './form-field.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { typedIn, useSmallForm } from './use-small-form.ts'

const words = accountMessages.otp

type Props = {
  act: 'renew' | 'off'
  isRequired: boolean
  onClose: () => void
  onSwitched: () => void
}

/** Renews the recovery codes or switches the second step off, with the password and a code. */
export const OtpProofDialog = ({ act, isRequired, onClose, onSwitched }: Props) => {
  const [codes, setCodes] = useState<string[] | null>(null)
  const notify = useNotify()
  const form = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      const steps = { currentPassword: typedIn(values, 'currentPassword'), code: typedIn(values, 'code') }
      if (act === 'renew')
        return setCodes((await call(trpc.account.otp.recoveryCodes.mutate(steps))).data.recoveryCodes)
      await call(trpc.account.otp.off.mutate(steps))
      notify(words.switchedOff, { type: 'success' })
      onSwitched()
    },
  })
  const offNote = isRequired ? words.switchOffRequired : words.switchOffNote
  const off = [words.switchOffTitle, words.switchOff, offNote]
  const renew = [words.renewTitle, words.renewSubmit, words.renewNote]
  const [title = '', submit = '', note] = act === 'renew' ? renew : off
  const shared = { form, codes, onClose, isDestructive: act === 'off' }
  return (
    <OtpDialog title={title} submit={submit} {...shared}>
      <Typography>{note}</Typography>
      <FormField
        name="currentPassword"
        type="password"
        label={words.currentPassword}
        autoComplete="current-password"
        autoFocus
        errors={form.errors}
      />
      <FormField
        name="code"
        label={words.code}
        help={words.eitherCode}
        autoComplete="one-time-code"
        errors={form.errors}
      />
    </OtpDialog>
  )
}
