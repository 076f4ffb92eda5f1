import { Button, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AppDialog } from '../../dialogs/app-dialog.tsx'

const words = submissionMessages.hold

type Props = { busy: boolean; onPut: (reason: string) => void; onClose: () => void }

/** Asks why a submission is put on legal hold. */
export const HoldDialog = ({ busy, onPut, onClose }: Props) => {
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <AppDialog
      title={words.put}
      isPinned={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" aria-disabled={busy} onClick={busy ? undefined : onClose}>
            {dialogMessages.cancel}
          </Button>
          <Button type="submit" form={id} variant="contained" aria-disabled={busy}>
            {busy ? words.busy : words.put}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 4 }}>{words.putText}</Typography>
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onPut(reason.trim())
        }}
      >
        <TextField
          label={words.reason}
          helperText={words.reasonHelp}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoFocus
          fullWidth
          slotProps={{ htmlInput: { maxLength: LIMITS.textLength } }}
        />
      </form>
    </AppDialog>
  )
}
