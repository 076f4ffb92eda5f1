import { TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FormDialog } from '../../dialogs/form-dialog.tsx'

const words = submissionMessages.hold

type Props = { busy: boolean; onPut: (reason: string) => void; onClose: () => void }

/** Asks why a submission is put on legal hold. */
export const HoldDialog = ({ busy, onPut, onClose }: Props) => {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={words.put}
      submitLabel={busy ? words.busy : words.put}
      busy={busy}
      onSubmit={() => onPut(reason.trim())}
      onClose={onClose}
    >
      <Typography>{words.putText}</Typography>
      <TextField
        label={words.reason}
        helperText={words.reasonHelp}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        autoFocus
        fullWidth
        slotProps={{ htmlInput: { maxLength: LIMITS.textLength } }}
      />
    </FormDialog>
  )
}
