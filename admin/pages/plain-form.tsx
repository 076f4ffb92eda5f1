import type { ComponentProps, ReactNode } from 'react'
import type { usePlainForm } from './use-plain-form.ts'

type FormProps = {
  form: ReturnType<typeof usePlainForm>
  messageId: string
  submit: string
  busy: string
  /** Shown until there is a problem; `isQuiet`: not as an error. */
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
