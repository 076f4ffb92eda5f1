import { type ComponentProps, type ReactNode, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTitle } from './use-title.ts'
import { ApiError } from '../providers/request.ts'

type FormProps = {
  form: ReturnType<typeof usePlainForm>
  messageId: string
  submit: string
  busy: string
  /** Shown until there is a problem; with `isQuiet` not as an error. */
  notice?: string | null
  isQuiet?: boolean
  more?: ReactNode
  children: ReactNode
}

export const PlainForm = ({ form, messageId, submit, busy, children, ...props }: FormProps) => (
  <form onSubmit={form.onSubmit} aria-busy={form.busy}>
    {children}
    <div
      id={messageId}
      className={form.problem === null && props.isQuiet ? 'plain-message notice' : 'plain-message'}
      role="alert"
    >
      {form.problem?.sentence ?? props.notice}
    </div>
    <button type="submit" className="plain-button full" aria-disabled={form.busy}>
      {form.busy ? busy : submit}
    </button>
    {props.more}
  </form>
)

export const PlainField = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className="plain-field">
    <span>{label}</span>
    <input required {...input} />
  </label>
)

type CardProps = { title: string; announced?: boolean; isWide?: boolean; children: ReactNode }

/** `announced`: the heading gets the focus. */
export const PlainCard = ({ title, announced = false, isWide = false, children }: CardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (announced) heading.current?.focus()
  }, [announced])
  return (
    <main className="plain-page">
      <div className={isWide ? 'plain-card wide' : 'plain-card'}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

/** `field` is the input's name, or ''. */
export type Problem = { field: string; sentence: string }

/** Sends one request at a time. `send` returns its own problem, or null. */
export function usePlainForm(failed: string, send: (data: FormData) => Promise<Problem | null>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(null)
    const data = new FormData(form, event.nativeEvent.submitter)
    const found = await send(data).catch((failure: unknown) => toProblem(failure, failed))
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
