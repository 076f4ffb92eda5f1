import { useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { TextInput, type TextInputProps } from 'react-admin'
import type { FieldErrors } from '../dialogs/form-dialog.tsx'
import { ApiError } from '../providers/request.ts'
import { useFailure } from '../providers/use-task.ts'

/** `send` may return errors of its own, by the names of their inputs. */
type Options = { failure: string; send: (values: FieldValues) => Promise<FieldErrors | undefined> }

/** Shows the server's errors at their fields, focuses the first of them, and notifies of other failures. */
export function useSmallForm({ failure, send }: Options) {
  const [busy, setBusy] = useState(false)
  const handle = useRef<UseFormReturn | null>(null)
  const fail = useFailure()

  const attempt = async (values: FieldValues): Promise<FieldErrors> => {
    setBusy(true)
    try {
      return (await send(values)) ?? {}
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields
      await fail(error, failure)
      return {}
    } finally {
      setBusy(false)
    }
  }

  const submit = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    if (busy) return undefined
    const errors = await attempt(values)
    const [first] = Object.keys(errors)
    if (first !== undefined) handle.current?.setFocus(first)
    return errors
  }
  return { busy, handle, submit }
}

type Props = Pick<TextInputProps, 'autoComplete' | 'autoFocus' | 'type' | 'source'> & {
  label: string
  help?: string
}

export const FormField = ({ help, ...input }: Props) => (
  <TextInput {...input} helperText={help} slotProps={{ htmlInput: { spellCheck: false, required: true } }} />
)
