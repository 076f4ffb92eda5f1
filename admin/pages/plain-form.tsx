import type { ComponentProps, ReactNode } from 'react'
import type { usePlainForm } from './use-plain-form.ts'

type FormProps = {
  form: ReturnType<typeof usePlainForm>
  messageId: string
  submit: string
  busy: string
  children: ReactNode
}

export const PlainForm = ({ form, messageId, submit, busy, children }: FormProps) => (
  <form onSubmit={form.onSubmit} aria-busy={form.busy}>
    {children}
    <div id={messageId} className="plain-message" role="alert">
      {form.problem?.sentence}
    </div>
    <button type="submit" className="plain-button full" aria-disabled={form.busy}>
      {form.busy ? busy : submit}
    </button>
  </form>
)

export const PlainField = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className="plain-field">
    <span>{label}</span>
    <input required {...input} />
  </label>
)
