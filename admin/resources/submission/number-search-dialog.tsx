import { TextField } from '@mui/material'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import { ApiError } from '../../providers/api-error.ts'
import { useTask } from '../../providers/use-task.ts'
import { searchByNumber, type Found } from './search-by-number.ts'

const words = submissionMessages.numberSearch

type Props = { onFound: (found: Found) => void; onClose: () => void }

/** Asks for an SSN or tax ID, which is gone with the dialog: no address, history or store ever holds it. */
export const NumberSearchDialog = ({ onFound, onClose }: Props) => {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useTask(words.failed)
  const search = () =>
    run(async () => {
      setError(null)
      try {
        onFound(await searchByNumber(number))
      } catch (failure) {
        if (!(failure instanceof ApiError) || ![400, 429].includes(failure.status)) throw failure
        setError(failure.message)
      }
    })
  return (
    <FormDialog
      title={words.open}
      submitLabel={busy ? words.finding : words.find}
      busy={busy}
      autoComplete="off"
      onSubmit={search}
      onClose={onClose}
    >
      <TextField
        label={words.number}
        helperText={error ?? words.help}
        error={error !== null}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        autoFocus
        fullWidth
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: LIMITS.numberLength, spellCheck: false },
          formHelperText: { role: error === null ? undefined : 'alert' },
        }}
        sx={{ mt: 2 }}
      />
    </FormDialog>
  )
}
