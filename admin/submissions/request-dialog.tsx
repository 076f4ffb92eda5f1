import { Alert } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { AutocompleteArrayInput, CheckboxGroupInput, TextInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { requestMessages as words } from '#domain/messages/panel-request'
import { CORRECTABLE, REQUESTED_TYPES, type RequestItem, fieldLabel, itemTitle } from '#domain/request'
import { FormDialog, UnsavedQuestion } from '../dialogs/form-dialog.tsx'

export type Asking = { items: RequestItem[]; message: string }
type Props = {
  /** whose statements are offered */
  months: readonly string[]
  /** Documents named beforehand, one on each line. */
  other?: string | undefined
  onSend: (asking: Asking) => Promise<void>
  onClose: () => void
  /** Who is asked. */
  children: ReactNode
}

const toLines = (text: unknown): string[] =>
  toText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const RequestDialog = ({ months, other = '', onSend, onClose, children }: Props) => {
  const offered: RequestItem[] = [
    ...months.map((month) => ({ kind: 'statement', month }) as const),
    ...REQUESTED_TYPES.filter((type) => type !== 'other').map(
      (type) => ({ kind: 'document', type, label: '' }) as const,
    ),
  ]
  const [isEmpty, setEmpty] = useState(false)

  const send = async ({ ticked, other: named, questions, fields, message }: FieldValues) => {
    const items: RequestItem[] = [
      ...offered.filter((_item, index) => toList(ticked).includes(index)),
      ...toLines(named).map((label) => ({ kind: 'document', type: 'other', label }) as const),
      ...toLines(questions).map((question) => ({ kind: 'answer', question }) as const),
      ...CORRECTABLE.filter((field) => toList(fields).includes(field)).map(
        (field) => ({ kind: 'correction', field }) as const,
      ),
    ]
    setEmpty(items.length === 0)
    if (items.length > 0) await onSend({ items, message: toText(message).trim() })
    return undefined
  }
  const textInput = (source: 'other' | 'questions' | 'message') => (
    <TextInput
      source={source}
      label={words[source]}
      helperText={source === 'message' ? false : words.perLine}
      multiline
      minRows={source === 'message' ? 2 : 1}
      slotProps={{ htmlInput: { maxLength: LIMITS.longTextLength } }}
    />
  )
  return (
    <FormDialog
      title={words.ask}
      submitLabel={words.send}
      busyLabel={words.sending}
      failure={words.failed}
      send={send}
      onClose={onClose}
      defaultValues={{ ticked: [], other, questions: '', fields: [], message: '' }}
    >
      <UnsavedQuestion />
      {children}
      <CheckboxGroupInput
        source="ticked"
        label={false}
        choices={offered.map((item, id) => ({ id, name: itemTitle(item, 'en', null) }))}
        translateChoice={false}
        row={false}
        helperText={false}
      />
      {textInput('other')}
      {textInput('questions')}
      <AutocompleteArrayInput
        source="fields"
        label={words.corrections}
        choices={CORRECTABLE.map((id) => ({ id, name: fieldLabel(id, null) }))}
        translateChoice={false}
        helperText={false}
      />
      {textInput('message')}
      {isEmpty && <Alert severity="error">{words.nothing}</Alert>}
    </FormDialog>
  )
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
