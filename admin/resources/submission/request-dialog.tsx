import { Alert, Autocomplete, Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import { requestMessages } from '#domain/messages/panel-request'
import { CORRECTABLE, findRecipient, REQUESTED_TYPES, type RequestItem } from '#domain/request'
import { fieldLabel, itemTitle } from '#domain/request-title'
import { lastMonths } from '#domain/statement-month'
import { dayInZone } from '#domain/time-zone'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import { parseFormData, type OpenedSubmission } from './submission.ts'

const words = requestMessages

export type Asking = { items: RequestItem[]; message: string }
type Props = {
  submission: OpenedSubmission
  busy: boolean
  onSend: (asking: Asking) => void
  onClose: () => void
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Missing statements and common documents as checkboxes, other documents, questions, and answers to correct. */
export const RequestDialog = ({ submission, busy, onSend, onClose }: Props) => {
  const { statementMonths, createdAt, timeZone } = submission
  const months = lastMonths(dayInZone(new Date(createdAt), timeZone), LIMITS.statementMonths)
  const offered: RequestItem[] = [
    ...months
      .filter((month) => !statementMonths.includes(month))
      .map((month) => ({ kind: 'statement', month }) as const),
    ...REQUESTED_TYPES.filter((type) => type !== 'other').map(
      (type) => ({ kind: 'document', type, label: '' }) as const,
    ),
  ]
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [fields, setFields] = useState<string[]>([])
  const [texts, setTexts] = useState({ other: '', questions: '', message: '' })
  const [isEmpty, setEmpty] = useState(false)
  const recipient = findRecipient(parseFormData(submission.formData) ?? {})

  const send = () => {
    const items: RequestItem[] = [
      ...offered.filter((_item, index) => ticked.includes(index)),
      ...toLines(texts.other).map((label) => ({ kind: 'document', type: 'other', label }) as const),
      ...toLines(texts.questions).map((question) => ({ kind: 'answer', question }) as const),
      ...fields.map((field) => ({ kind: 'correction', field }) as const),
    ]
    setEmpty(items.length === 0)
    if (items.length > 0) onSend({ items, message: texts.message.trim() })
  }
  const textField = (name: keyof typeof texts) => (
    <TextField
      label={words[name]}
      helperText={name === 'message' ? undefined : words.perLine}
      value={texts[name]}
      onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
      multiline
      minRows={name === 'message' ? 2 : 1}
      slotProps={{ htmlInput: { maxLength: LIMITS.longTextLength } }}
    />
  )
  return (
    <FormDialog
      title={words.ask}
      submitLabel={busy ? words.sending : words.send}
      busy={busy}
      onSubmit={send}
      onClose={onClose}
    >
      <Typography>{recipient === '' ? words.noRecipient : words.recipient(recipient)}</Typography>
      <Box>
        {offered.map((item, index) => (
          <FormControlLabel
            key={index}
            label={itemTitle(item, 'en', null)}
            control={
              <Checkbox
                checked={ticked.includes(index)}
                onChange={(_event, isTicked) =>
                  setTicked(isTicked ? [...ticked, index] : ticked.filter((other) => other !== index))
                }
              />
            }
            sx={{ display: 'flex' }}
          />
        ))}
      </Box>
      {textField('other')}
      {textField('questions')}
      <Autocomplete
        multiple
        options={CORRECTABLE}
        getOptionLabel={(name) => fieldLabel(name, null)}
        value={fields}
        onChange={(_event, chosen) => setFields(chosen)}
        renderInput={(params) => <TextField {...params} label={words.corrections} />}
      />
      {textField('message')}
      {isEmpty && <Alert severity="error">{words.nothing}</Alert>}
    </FormDialog>
  )
}
