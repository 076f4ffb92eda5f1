import { useState, type SubmitEvent } from 'react'
import { getOwn } from '#domain/get-own'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'

/** A refusal of single fields by the form itself: input name → sentence. */
export type FieldErrors = Readonly<Record<string, string>>

type Options = {
  /** Said where the server says nothing better. */
  failure: string
  /** What is wrong before anything is sent. */
  check?: (values: FormData) => FieldErrors
  send: (values: FormData) => Promise<void>
}

/**
 * A form of a few fields: it runs once at a time, refusals of the server stand at their fields, and the first of them
 * takes the focus; what concerns no field is told as any failure is.
 */
export function useSmallForm({ failure, check, send }: Options) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const fail = useFailure()

  const run = async (form: HTMLFormElement): Promise<void> => {
    const values = new FormData(form)
    const problems = check?.(values) ?? {}
    show(form, problems)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      await send(values)
      form.reset()
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) show(form, error.fields)
      else await fail(error, failure)
    } finally {
      setBusy(false)
    }
  }

  const show = (form: HTMLFormElement, problems: FieldErrors): void => {
    setErrors(problems)
    const first = Array.from(form.elements).find(
      (element) => element instanceof HTMLInputElement && getOwn(problems, element.name) !== undefined,
    )
    if (first instanceof HTMLInputElement) first.focus()
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) void run(event.currentTarget)
  }
  return { busy, errors, onSubmit }
}

/** What was typed into a field. */
export const typedIn = (values: FormData, name: string): string => {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
