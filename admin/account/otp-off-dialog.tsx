import { Typography } from '@mui/material'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { call, trpc } from '../providers/trpc-client.ts'
import { bothSteps, BothStepsFields } from './both-steps-fields.tsx'
import { OtpDialog } from './otp-dialog.tsx'
import { useSmallForm } from './use-small-form.ts'

const words = accountMessages.otp

type Props = {
  /** The company requires it: this only makes room for another app. */
  isRequired: boolean
  onClose: () => void
  onSwitched: () => void
}

export const OtpOffDialog = ({ isRequired, onClose, onSwitched }: Props) => {
  const notify = useNotify()
  const form = useSmallForm({
    failure: words.failed,
    send: async (values) => {
      await call(trpc.account.otp.off.mutate(bothSteps(values)))
      notify(words.switchedOff, { type: 'success' })
      onSwitched()
    },
  })
  return (
    <OtpDialog
      title={words.switchOffTitle}
      submit={words.switchOff}
      isDestructive
      form={form}
      onClose={onClose}
    >
      <Typography>{isRequired ? words.switchOffRequired : words.switchOffNote}</Typography>
      <BothStepsFields errors={form.errors} />
    </OtpDialog>
  )
}
