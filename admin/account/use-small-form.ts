import { useState } from 'react'
import { getOwn } from '#domain/get-own'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'

export type FieldErrors = Readonly<Record<string, string>>

type Options = {
  failure: string
  /** Checks before anything is sent. */
  check?: (values: FormData) => FieldErrors
  send: (values: FormData) => Promise<void>
}

/** Shows the server's errors at their fields, focuses the first of them, and notifies of other failures. */
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

  const submit = (form: HTMLFormElement): void => {
    if (!busy) void run(form)
  }
  return { busy, errors, submit }
}

export const typedIn = (values: FormData, name: string): string => {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
