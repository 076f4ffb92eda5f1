import { useState, type SubmitEvent } from 'react'
import { ApiError } from '../providers/api-error.ts'

/** `field`: the input's name, '' for none. */
export type Problem = { field: string; sentence: string }

/** A form without Material UI, sent one at a time. `act` returns a problem of its own, or null. */
export function usePlainForm(failed: string, act: (data: FormData) => Promise<Problem | null>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(null)
    const data = new FormData(form, event.nativeEvent.submitter)
    const found = await act(data).catch((failure: unknown) => toProblem(failure, failed))
    setBusy(false)
    setProblem(found)
    const input = found && form.elements.namedItem(found.field)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    input.select()
  }
  return { busy, problem, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) }
}

function toProblem(failure: unknown, failed: string): Problem {
  if (!(failure instanceof ApiError)) return { field: '', sentence: failed }
  return { field: Object.keys(failure.fields)[0] ?? '', sentence: failure.message }
}
