import { Typography } from '@mui/material'
import { useState } from 'react'
import { accountMessages } from '#domain/messages/panel-account'
import { call, trpc } from '../providers/trpc-client.ts'
import { bothSteps, BothStepsFields } from './both-steps-fields.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { useSmallForm } from './use-small-form.ts'

const words = accountMessages.otp

export const OtpRenewDialog = ({ onClose }: { onClose: () => void }) => {
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      setCodes((await call(trpc.account.otp.recoveryCodes.mutate(bothSteps(values)))).data.recoveryCodes)
    },
  })
  return (
    <OtpDialog
      title={words.renewTitle}
      submit={words.renewSubmit}
      form={form}
      codes={codes}
      onClose={onClose}
    >
      <Typography>{words.renewNote}</Typography>
      <BothStepsFields errors={form.errors} />
    </OtpDialog>
  )
}
