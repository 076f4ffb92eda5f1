import { useState } from 'react'
import { createFormControl, type FieldValues } from 'react-hook-form'
import { TextInput, type TextInputProps } from 'react-admin'
import { ApiError } from '../providers/request.ts'
import { useTask } from '../providers/use-task.ts'

export type FieldErrors = Readonly<Record<string, string>>

export type Sending = {
  /** Shown when the server gives no reason. */
  failure: string
  /** @returns errors by the names of their inputs */
  send: (values: FieldValues) => Promise<FieldErrors | undefined>
  /** The form's methods, if the caller needs them. */
  formControl?: FormControl
}

export type FormControl = ReturnType<typeof createFormControl<FieldValues>>['formControl']

/** Sends a form, one submit at a time. Errors of fields stand at them and the first gets the focus; others are notices. */
export function useSending({ failure, send, formControl: given }: Sending) {
  const [formControl] = useState(() => given ?? createFormControl<FieldValues>().formControl)
  const { busy, perform } = useTask(failure)

  const submit = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    if (busy) return undefined
    let errors: FieldErrors = {}
    await perform(async () => {
      try {
        errors = (await send(values)) ?? {}
      } catch (error) {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) throw error
        errors = error.fields
      }
    })
    const [first] = Object.keys(errors)
    if (first !== undefined) formControl.setFocus(first)
    return errors
  }
  return { busy, formControl, submit }
}

type Props = Pick<TextInputProps, 'autoComplete' | 'autoFocus' | 'type' | 'source'> & {
  label: string
  help?: string
}

export const FormField = ({ help, ...input }: Props) => (
  <TextInput {...input} helperText={help} slotProps={{ htmlInput: { spellCheck: false, required: true } }} />
)
