import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { toText } from '#domain/json'
import { deskMessages } from '#domain/messages/panel-desk'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import type { Choices } from './use-desk.ts'

const words = deskMessages.status

type Props = {
  name: string
  reasons: Choices['moves'][number]['reasons']
  busy: boolean
  onChosen: (reason: string) => void
  onClose: () => void
}

export const ReasonDialog = ({ name, reasons, busy, onChosen, onClose }: Props) => {
  const id = useId()
  return (
    <FormDialog
      title={words.move(name)}
      submitLabel={busy ? words.moving : words.move(name)}
      busy={busy}
      onSubmit={(form) => onChosen(toText(new FormData(form).get('reason')))}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel id={id}>{words.reason}</FormLabel>
        <RadioGroup name="reason" aria-labelledby={id}>
          {reasons.map(({ key, name: label }, index) => (
            <FormControlLabel
              key={key}
              value={key}
              label={label}
              // Once for the group is enough.
              required={false}
              control={<Radio required autoFocus={index === 0} />}
              sx={{ minHeight: 44 }}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </FormDialog>
  )
}
